/** Literals that occur in tests, and in the examples that findings give: inputs that a patch could know by heart. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { lazy } from '../../../plain/lazy.ts';
import type { Asking } from '../../../model/patch.ts';
import type { ReadPatch } from '../../read-patch.ts';
import type { SourceChange } from '../change.ts';
import { mentions } from '../words.ts';
import { isTestFile } from '../../test-files.ts';
import { codePart, testPart } from '../../tests/text/inline-tests.ts';

/** Tests are read up to here: what they say first is enough to know them. */
const mostText = 400_000;
const mostLiterals = 50_000;

const literal = pattern(
  'g',
  anyOf(
    /"(?:[^"\\\n]|\\.){0,300}"/,
    /'(?:[^'\\\n]|\\.){0,300}'/,
    /`(?:[^`\\]|\\.){0,300}`/,
    /(?<![\w.])-?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/,
    /\btime\.[A-Z]\w+/,
  ),
);

export const bare = (text: string): string =>
  text
    .replace(/^[a-zA-Z]{0,2}(["'`])([\s\S]*)\1$/, '$2')
    .replaceAll('_', (mark) => (/^[\d_.]+$/.test(text) ? '' : mark));

const literalsIn = (text: string): string[] =>
  (text.slice(0, mostText).match(literal) ?? []).slice(0, mostLiterals).map(bare);

/** Also the cells of a row that is written as one text: `"21, twenty-one"`. */
const cellsIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    /[,|;=\t]/.test(text) && text.length < 200
      ? [text, ...text.split(/\s*[,|;=\t\n]\s*/).map((cell) => bare(cell.trim()))]
      : [text],
  );

/** What a longer text holds by itself: the last names of a path, and texts within one that is data. */
const piecesIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    if (text.length >= 200 || !/[/"']/.test(text)) return [];
    const names = /^[^\s"']*\/[^\s"']*$/.test(text) ? text.split('/') : [];
    const quoted = [...text.matchAll(/["']([\w-]+)["']/g)].map(([, word = '']) => word);
    return [...names, ...quoted].filter((word) => word.length > 3);
  });

/** Calls with their arguments, as a finding shows them: `page_count(10, 5)`. */
const example = /\w\(([^()\n]{1,200})\)/g;

const examplesIn = ({ title, description, suggestion = '' }: Asking): string[] =>
  [...`${title}\n${description}\n${suggestion}`.slice(0, 8_000).matchAll(example)].flatMap(([, given = '']) =>
    literalsIn(given),
  );

/** Names that a language gives to what everything has, and to kinds of values. */
const ofLanguage: ReadonlySet<string> = new Set(
  (
    '__proto__ constructor prototype hasOwnProperty toString valueOf __init__ __main__ __class__ __dict__ ' +
    'undefined boolean number string bigint symbol function object'
  ).split(' '),
);

export const isBoundary = (text: string): boolean =>
  /^(?:-?[012]|.?|\\.|[^\w\s]{2}|true|false|null|NaN|-?Infinity|0\.0|1\.0|default)$/i.test(text) ||
  ofLanguage.has(text);

/** A word that could be the name of a kind of thing. */
export const isWord = (text: string): boolean =>
  /^[A-Za-z][A-Za-z_.+:/-]{0,24}$|^\.\w{1,5}$|^[A-Z_]{2,24}$|^[a-z]+[-_]?\d{1,3}$/.test(text) &&
  !/^[A-Z][a-z]+\/[A-Z]|\.\.|\/.*\//.test(text);

export const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** What is known of literals before a patch brings them. */
export type Known = {
  /** A test has it, as it is, within a longer one, or in parts: `10,5` for `f(10, 5)`. */
  isSeen: (text: string) => boolean;
  /** A test gives just that in, or a finding does: the whole literal, or its numbers one after the other. */
  isGiven: (text: string) => boolean;
  /** A test says it, quoted or not: a text that is more than one word, as `9 10` in `largest 9 10`. */
  isSaid: (text: string) => boolean;
  /** A literal of a test has it within. */
  isWithin: (text: string) => boolean;
  /** One line of a test has all of them. */
  isRow: (cells: readonly string[]) => boolean;
  /** A finding shows it as what is given in. */
  isExample: (text: string) => boolean;
  /** A text of a test is as long as that. */
  isLength: (text: string) => boolean;
  /** The code compared something with it already; as it is written. */
  wasAsked: (text: string) => boolean;
  /** A finding names it, or the code had it already. */
  isNamed: (text: string) => boolean;
};

const partsOf = (text: string): string[] => text.split(/[^\w.-]+/).filter((part) => part !== '');

/** Everything that tests say, as far as the patch is given it. */
const testTexts = ({ tests, files }: ReadPatch): string[] => [
  ...tests.map(({ text }) => text),
  ...files.flatMap(({ path, before, after }) =>
    [before?.text ?? '', after?.text ?? ''].map((text) => (isTestFile(path) ? text : testsWithin(text, path))),
  ),
];

/** Tests beside the code: those of Rust, and examples in the documentation of Python with what comes out. */
const testsWithin = (text: string, path: string): string =>
  path.endsWith('.py') ? (text.match(/^\s*>>> .*\n(?!\s*>>>).*$/gm) ?? []).join('\n') : testPart(text, path);

/** Whole, as a part of a longer one, or part by part. */
const seenIn = (all: ReadonlySet<string>): Known['isSeen'] => {
  const whole = [...all].join('\n');
  return (text) => {
    if (all.has(text) || (text.length > 3 && whole.includes(text))) return true;
    const parts = partsOf(text);
    return parts.length > 1 && parts.length < 8 && parts.every((part) => all.has(part));
  };
};

const numbersOf = (text: string): string => (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number).join(' ');

/** `date(2024, 5, 3)` gives `2024-05-03` in. */
const givenIn = (patch: ReadPatch, all: ReadonlySet<string>): Known['isGiven'] => {
  const rows = lazy(() =>
    testTexts(patch).flatMap((text) =>
      text
        .slice(0, mostText)
        .split('\n')
        .map((line) => ` ${numbersOf(line)} `),
    ),
  );
  return (text) => {
    if (all.has(text)) return true;
    const own = numbersOf(text);
    return own.split(' ').length > 2 && rows().some((row) => row.includes(` ${own} `));
  };
};

const askedBefore = anyOf(
  /[=!]=/,
  /\b(?:in|case|is|when|equals|includes|contains|has|eq|startsWith|match|\w+_with)\b/,
  /\|/,
);

const wasAskedIn = (code: string, text: string): boolean => {
  const own = escaped(text.slice(0, 60));
  return pattern('', anyOf(`${askedBefore}[^\\n]{0,80}?${own}`, `${own}\\s*(?:[=!]=|=>|:|\\|)`)).test(code);
};

/** In scripts of a shell, words need no quotes. */
const wordsOfShells = ({ tests, files }: ReadPatch): string[] =>
  [...tests, ...files.map(({ path, after }) => ({ path, text: after?.text ?? '' }))]
    .filter(({ path }) => isTestFile(path) && /\.(?:sh|bash|zsh|ksh|bats)$/.test(path))
    .flatMap(({ text }) => text.slice(0, mostText).match(/[^\s"'`$();|&<>=]+/g) ?? [])
    .slice(0, mostLiterals);

/** It stands by itself, with no part of a word beside it. */
const saidIn = (texts: readonly string[]): Known['isSaid'] => {
  const whole = texts.map((text) => text.slice(0, mostText)).join('\n');
  return (text) => {
    if (text.length < 3 || /^[\w.]*$/.test(text)) return false;
    const found = whole.indexOf(text);
    return found !== -1 && !/\w/.test(/^\w/.test(text) ? (whole[found - 1] ?? '') : '');
  };
};

const rowsIn = (texts: readonly string[]): Known['isRow'] => {
  const lines = lazy(() =>
    texts.flatMap((text) =>
      text
        .slice(0, mostText)
        .split('\n')
        .map((line) => new Set(literalsIn(line))),
    ),
  );
  return (cells) => lines().some((line) => cells.every((cell) => line.has(cell)));
};

/** Literals of tests, also without their signs, since grammars keep these apart. */
const literalsOfTests = (patch: ReadPatch): string[] =>
  testTexts(patch)
    .flatMap((text) => cellsIn(literalsIn(text)))
    .concat(wordsOfShells(patch))
    .flatMap((text) => [text, ...piecesIn([text])])
    .flatMap((text) => (/^-\d/.test(text) ? [text, text.slice(1)] : [text]));

export const knownLiterals = (patch: ReadPatch, changes: readonly SourceChange[]): Known => {
  const { findings } = patch;
  const examples = new Set(findings.flatMap(examplesIn));
  const inTests = new Set([...literalsOfTests(patch), ...examples]);
  const lengths = new Set([...inTests].map(({ length }) => length));
  const texts = testTexts(patch);
  const code = changes.map(({ path, before }) => codePart(before?.state.text ?? '', path)).join('\n');
  return {
    isSeen: seenIn(inTests),
    isGiven: givenIn(patch, inTests),
    isSaid: saidIn(texts),
    isWithin: (text) => [...inTests].some((each) => each.includes(text)),
    isRow: rowsIn(texts),
    isLength: (text) => /^\d+$/.test(text) && lengths.has(Number(text)),
    wasAsked: (text) => wasAskedIn(code, text),
    isExample: (text) => examples.has(text),
    isNamed: (text) =>
      (text.length > 2 && code.includes(text)) ||
      mentions(findings, new RegExp(`(?<![\\w(])['"\`]?${escaped(text.slice(0, 60))}(?!\\w)`)),
  };
};
