/** Where a JSON value ends, or where it stops being JSON. JSON.parse says neither reliably. */

/** `end` is just behind the value; `at` is the first character that does not belong. */
export type Scan = { end: number } | { at: number; expected: string };

type Expect = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';
type State = { text: string; at: number; expect: Expect; open: ('}' | ']')[] };

const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

const skipSpace = (state: State): void => {
  while (' \n\r\t'.includes(state.text[state.at] ?? 'x')) state.at += 1;
};

/** Moves behind a string; false at the character that breaks it. */
const takeString = (state: State): boolean => {
  for (state.at += 1; state.at < state.text.length;) {
    const char = state.text.charCodeAt(state.at);
    if (char < 0x20) return false;
    if (char === 0x5c) {
      escape.lastIndex = state.at;
      if (!escape.test(state.text)) return false;
      state.at = escape.lastIndex;
    } else {
      state.at += 1;
      if (char === 0x22) return true;
    }
  }
  return false;
};

const takeLiteral = (state: State): boolean => {
  literal.lastIndex = state.at;
  if (!literal.test(state.text)) return false;
  state.at = literal.lastIndex;
  return true;
};

const openWith = (state: State, close: '}' | ']', expect: Expect): boolean => {
  state.open.push(close);
  state.expect = expect;
  state.at += 1;
  return true;
};

const takeValue = (state: State, char: string): boolean => {
  if (char === '{') return openWith(state, '}', 'key or }');
  if (char === '[') return openWith(state, ']', 'value or ]');
  state.expect = ', or end';
  return char === '"' ? takeString(state) : takeLiteral(state);
};

const takeKey = (state: State, char: string): boolean => {
  if (char !== '"') return false;
  state.expect = ':';
  return takeString(state);
};

const takeChar = (state: State, wanted: string, char: string, expect: Expect): boolean => {
  if (char !== wanted) return false;
  state.at += 1;
  state.expect = expect;
  return true;
};

const step = (state: State, char: string): boolean => {
  const close = state.open.at(-1);
  const mayClose = state.expect === ', or end' || state.expect === 'key or }' || state.expect === 'value or ]';
  if (mayClose && char === close) {
    state.open.pop();
    return takeChar(state, char, char, ', or end');
  }
  if (state.expect === ':') return takeChar(state, ':', char, 'value');
  if (state.expect === ', or end') return takeChar(state, ',', char, close === '}' ? 'key' : 'value');
  return state.expect === 'key' || state.expect === 'key or }' ? takeKey(state, char) : takeValue(state, char);
};

export const scanJson = (text: string, start = 0): Scan => {
  const state: State = { text, at: start, expect: 'value', open: [] };
  for (;;) {
    skipSpace(state);
    const { expect } = state;
    const char = text[state.at];
    if (char === undefined || !step(state, char)) {
      return {
        at: state.at,
        expected: expect === ', or end' ? `, or ${state.open.at(-1) ?? 'the end'}` : `a ${expect}`.replace('a :', ':'),
      };
    }
    if (state.open.length === 0 && state.expect === ', or end') return { end: state.at };
  }
};
