/** Checks JSON byte by byte, in pieces of any size and without building it; tells where the outermost values lie. */

/**
 * `depth`: how many objects and lists a value lies in. Values that lie deeper than `depth` are checked, but not told.
 */
export type Watch = {
  depth: number;
  /** A key of an object; null for one that is too long to be of interest. */
  key: (depth: number, name: string | null) => void;
  /** `first`: the byte that a value begins with. */
  begin: (depth: number, at: number, first: number) => void;
  /** `at`: behind its last byte. */
  end: (depth: number, at: number) => void;
};

/** Where it breaks, as an offset; `deep`: it is well formed there, but nested beyond all measure. */
export type Break = { at: number; deep: boolean };

export type JsonBytes = {
  /** The next piece. After a break nothing more is to be fed. */
  feed: (bytes: Uint8Array) => Break | null;
  /** Whether what was fed is one whole object or list. */
  isComplete: () => boolean;
};

const deepest = 1_000_000;
const longestKey = 1_000;

// What is expected next, or what the scan is in the midst of. Plain numbers: this is the innermost loop of reading
// gigabytes.
const value = 0;
const valueOrEnd = 1;
const key = 2;
const keyOrEnd = 3;
const colon = 4;
const afterValue = 5;
const string = 6;
const escape = 7;
const hex = 8;
const literal = 9;
const minus = 10;
const zero = 11;
const integer = 12;
const point = 13;
const fraction = 14;
const exponent = 15;
const exponentSign = 16;
const exponentDigits = 17;

const table = (has: (byte: number) => boolean): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => (has(byte) ? 1 : 0));

const isEscape = table((byte) => '"\\/bfnrtu'.includes(String.fromCodePoint(byte)));
const isHex = table((byte) => '0123456789abcdefABCDEF'.includes(String.fromCodePoint(byte)));

const literals = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]));
const none = Buffer.alloc(0);

const afterDigit = (state: number, byte: number): number => {
  if (byte === 0x2e) return state === zero || state === integer ? point : afterValue;
  return (byte === 0x65 || byte === 0x45) && state !== exponentDigits ? exponent : afterValue;
};

/**
 * The state that a byte within a number leads to: `afterValue` where the number ends before it, -1 where it must not
 * end.
 */
const inNumber = (state: number, byte: number): number => {
  const isDigit = byte >= 0x30 && byte <= 0x39;
  if (state === minus) return byte === 0x30 ? zero : isDigit ? integer : -1;
  if (state === point) return isDigit ? fraction : -1;
  if (state === exponent && (byte === 0x2b || byte === 0x2d)) return exponentSign;
  if (state === exponent || state === exponentSign) return isDigit ? exponentDigits : -1;
  return isDigit && state !== zero ? state : afterDigit(state, byte);
};

/** The text of a key; pieces may have cut it. */
const keyText = (parts: readonly Uint8Array[]): string | null => {
  const raw = Buffer.concat(parts);
  if (raw.length > longestKey) return null;
  const name: unknown = raw.includes(0x5c) ? JSON.parse(`"${raw.toString('utf8')}"`) : raw.toString('utf8');
  return typeof name === 'string' ? name : null;
};

/** Collects a key that is told; pieces may cut it. */
const keyCollector = () => {
  let parts: Uint8Array[] = [];
  let length = 0;
  return {
    add: (part: Uint8Array): void => {
      // A copy: the piece is overwritten by the next one.
      if (length <= longestKey) parts.push(Uint8Array.from(part.subarray(0, longestKey + 1)));
      length += part.length;
    },
    take: (): string | null => {
      const text = length > longestKey ? null : keyText(parts);
      parts = [];
      length = 0;
      return text;
    },
  };
};

const grown = (open: Uint8Array): Uint8Array<ArrayBuffer> => {
  const larger = new Uint8Array(open.length * 2);
  larger.set(open);
  return larger;
};

/** What a value that is no string, object or list begins with. */
const scalarState = (byte: number): number => {
  if (byte === 0x2d) return minus;
  if (byte === 0x30) return zero;
  if (byte > 0x30 && byte <= 0x39) return integer;
  return literals.has(byte) ? literal : -1;
};

export const jsonBytes = (watch: Watch): JsonBytes => {
  const told = watch.depth;
  const collected = keyCollector();
  let state = value;
  let depth = 0;
  /** 1 for an object, 0 for a list, from the outside in. */
  let open = new Uint8Array(64);
  let isKey = false;
  let word: Uint8Array = none;
  /** How much of a word or a hexadecimal escape is behind us. */
  let done = 0;
  let base = 0;

  /** A byte within an escape, a word or a number; -1 where it must not stand there. */
  const within = (from: number, byte: number): number => {
    if (from >= minus) return inNumber(from, byte);
    if (from === escape) {
      done = 0;
      return isEscape[byte] !== 1 ? -1 : byte === 0x75 ? hex : string;
    }
    if (from === literal && byte !== word[done]) return -1;
    done += 1;
    if (from === literal) return done === word.length ? afterValue : literal;
    return isHex[byte] !== 1 ? -1 : done === 4 ? string : hex;
  };

  // For speed, what changes with each byte is a local variable here, and hardly anything is called.
  const feed = (bytes: Uint8Array): Break | null => {
    const { length } = bytes;
    // Before the loop: behind it, code that was compiled while it ran would be thrown away again for each piece.
    const offset = base;
    base = offset + length;
    let stack = open;
    let deep = depth;
    let inObject = deep > 0 && stack[deep - 1] === 1;
    let keyish = isKey;
    let now = state;
    let at = 0;
    while (at < length) {
      let byte = bytes[at] ?? 0;
      if (now === string) {
        const from = at;
        while (byte !== 0x22 && byte !== 0x5c && byte >= 0x20 && ++at < length) byte = bytes[at] ?? 0;
        const isTold = deep <= told;
        if (isTold && keyish) collected.add(bytes.subarray(from, byte === 0x5c ? at + 1 : at));
        if (at === length) break;
        if (byte < 0x20) return { at: offset + at, deep: false };
        at += 1;
        if (byte === 0x5c) now = escape;
        else {
          now = keyish ? colon : afterValue;
          if (isTold && keyish) watch.key(deep, collected.take());
          else if (isTold) watch.end(deep, offset + at);
        }
      } else if (now <= afterValue) {
        if (byte === 0x22 && now <= keyOrEnd) {
          keyish = now >= key;
          if (!keyish && deep <= told) watch.begin(deep, offset + at, byte);
          now = string;
        } else if (byte === 0x2c && now === afterValue && deep > 0) now = inObject ? key : value;
        else if (byte === 0x3a && now === colon) now = value;
        else if ((byte === 0x7b || byte === 0x5b) && now <= valueOrEnd) {
          if (deep <= told) watch.begin(deep, offset + at, byte);
          if (deep === deepest) return { at: offset + at, deep: true };
          inObject = byte === 0x7b;
          if (deep === stack.length) stack = grown(stack);
          stack[deep] = inObject ? 1 : 0;
          deep += 1;
          now = inObject ? keyOrEnd : valueOrEnd;
        } else if (
          byte === (inObject ? 0x7d : 0x5d) &&
          deep > 0 &&
          (now === afterValue || now === (inObject ? keyOrEnd : valueOrEnd))
        ) {
          deep -= 1;
          inObject = deep > 0 && stack[deep - 1] === 1;
          now = afterValue;
          if (deep <= told) watch.end(deep, offset + at + 1);
        } else if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
          const next = now <= valueOrEnd ? scalarState(byte) : -1;
          if (next < 0) return { at: offset + at, deep: false };
          if (deep <= told) watch.begin(deep, offset + at, byte);
          now = next;
          word = literals.get(byte) ?? none;
          done = 1;
        }
        at += 1;
      } else {
        const from = now;
        if (from < literal && keyish && deep <= told) collected.add(bytes.subarray(at, at + 1));
        now = within(from, byte);
        if (now < 0) return { at: offset + at, deep: false };
        // What ends a number is no part of it.
        if (from < minus || now !== afterValue) at += 1;
        if (now === afterValue && deep <= told) watch.end(deep, offset + at);
      }
    }
    state = now;
    depth = deep;
    open = stack;
    isKey = keyish;
    return null;
  };

  return { feed, isComplete: () => state === afterValue && depth === 0 };
};
