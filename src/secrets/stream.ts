/** Takes secrets out of a text that comes in pieces: one may be cut anywhere. */
import { replaceSpans, type Span } from './find/span.ts';

export type CleanStream = {
  /** Takes the next piece; gives what can be passed on by now. */
  write: (text: string) => string;
  /** The rest. */
  end: () => string;
};

/** A line longer than this is passed on in parts. */
const longestHeld = 64 * 1024;
/** No secret that is known by its looks is longer, except for keys of many lines. */
const overlap = 16 * 1024;

export const createStream = (find: (text: string) => Span[]): CleanStream => {
  const held = new HeldText(find);
  return { write: (text) => held.write(text), end: () => held.end() };
};

/** Whole lines are passed on; those of a key, or of wrapped base64, are held until it is complete. */
class HeldText {
  readonly #find: (text: string) => Span[];
  #held = '';
  /** A secret has begun in what was passed on and its end has not come yet. */
  #isSwallowing = false;

  constructor(find: (text: string) => Span[]) {
    this.#find = find;
  }

  write(text: string): string {
    this.#held += this.#swallow(text);
    const whole = wholeLines(this.#held);
    const ready = whole > 0 ? this.#pass(whole) : '';
    return this.#held.length > longestHeld ? ready + this.#passPart() : ready;
  }

  end(): string {
    return this.#pass(this.#held.length);
  }

  #swallow(text: string): string {
    if (!this.#isSwallowing) return text;
    const at = text.search(/[^A-Za-z0-9+/_=%\\-]/);
    this.#isSwallowing = at === -1;
    return at === -1 ? '' : text.slice(at);
  }

  #pass(length: number): string {
    const passed = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    return replaceSpans(passed, this.#find(passed));
  }

  #passPart(): string {
    const cut = cutBefore(this.#held, this.#find(this.#held), this.#held.length - overlap);
    const passed = replaceSpans(this.#held.slice(0, cut.at), cut.spans);
    this.#held = this.#held.slice(cut.at);
    this.#isSwallowing = cut.inside;
    return passed;
  }
}

type Cut = { at: number; spans: Span[]; inside: boolean };

/**
 * Never inside of a secret; one that reaches from the very beginning to the end of what is held goes, with what follows
 * of it.
 */
const cutBefore = (text: string, spans: readonly Span[], limit: number): Cut => {
  const around = spans.find(({ start, end }) => start < limit && end > limit);
  if (!around) return { at: limit, spans: spans.filter(({ end }) => end <= limit), inside: false };
  if (around.start > 0)
    return { at: around.start, spans: spans.filter(({ end }) => end <= around.start), inside: false };
  return { at: around.end, spans: [around], inside: around.end === text.length };
};

const keyBegins = '-----BEGIN ';
const keyEnds = /-----END [^\n-]{0,60}-----/;
const base64Line = /^[ \t]{0,20}[A-Za-z0-9+/_-]{60,}\r?$/;

/** How much of a text is whole lines, none of them inside of a key or of wrapped base64. */
const wholeLines = (text: string): number => {
  const end = text.lastIndexOf('\n') + 1;
  const begins = text.lastIndexOf(keyBegins);
  if (begins !== -1 && begins < end) {
    const ends = keyEnds.exec(text.slice(begins));
    const isInKey = ends === null || end < begins + ends.index + ends[0].length;
    if (isInKey) return text.lastIndexOf('\n', begins) + 1;
  }
  return beforeBase64(text, end);
};

/** The next line may go on with it. */
const beforeBase64 = (text: string, end: number): number => {
  let at = end;
  while (at > 0) {
    const start = text.lastIndexOf('\n', at - 2) + 1;
    if (at - start > 1_000 || !base64Line.test(text.slice(start, at - 1))) break;
    at = start;
  }
  return at;
};
