/**
 * Whether a change of the code can change what it does. Code that is only written in another way (renamed, taken apart,
 * commented) has the same values, comparisons and calls.
 */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { ReadFile } from '../../../read-patch.ts';
import { isTestFile } from '../../../test-files.ts';
import { reordered } from './order.ts';
import { stateChanges } from './state.ts';
import { withoutComments } from '../../text/comments.ts';
import { codePart } from '../../text/inline-tests.ts';
import { argumentsIn, closing } from '../../text/scan.ts';
import { literalsOf, missing, tokensOf } from '../../text/tokens.ts';

const codeFile = pattern(
  'i',
  /\./,
  anyOf(
    /[cm]?[jt]sx?/,
    /py|go|rs|java|kt|kts|rb|php|cs|swift|c|cc|cpp|h|hpp|scala|sh|bash|lua|ex|exs|dart|vue|svelte|sql/,
    /html|css|scss|pl|r|clj|hs|ml|groovy|json|tmpl|proto|graphql/,
  ),
  /$/,
);
const settings = pattern(
  'i',
  anyOf(
    /(?:^|\/)(?:package(?:-lock)?|tsconfig[\w.]*|composer|jest[\w.]*|\.[\w.-]+)\.json$/,
    /\.config\.[cm]?[jt]s$/,
    /(?:^|\/)conftest\.py$/,
    /(?:^|\/)(?:setup|noxfile|build)\.(?:py|rs)$/,
  ),
);

export const isSource = ({ path, was }: ReadFile): boolean =>
  codeFile.test(path) && !settings.test(path) && !isTestFile(path) && !isTestFile(was ?? path);

/** Calls that only make one thing of another, so that code can be written with them or without. */
const neutral = new Set(
  [
    'join concat from assign map forEach reduce push append format String toString sprintf Sprintf to_string',
    'to_owned into clone list dict tuple str repr get iter into_iter collect keys values entries apply call bind',
    'then resolve freeze Array Boolean Number Object len print log debug println printf Println Printf Logf of',
    'stream toList copy slice with_capacity make new setDate getDate super range enumerate zip bool int compare',
    'fill TrimSuffix TrimPrefix HasSuffix Path extend update add',
  ].flatMap((line) => line.split(' ')),
);
const comparisons: Readonly<Record<string, string>> = { '===': '==', '!==': '!=', '>': '<', '>=': '<=', is: '==' };
const operators = new Set(['<', '<=', '==', '!=', '*', '/', '%', '**', '//', '>>', '<<', '&', '^', '~', '?.', '??']);
const keywords = new Set([
  'if',
  'elif',
  'switch',
  'case',
  'match',
  'throw',
  'raise',
  'catch',
  'except',
  'await',
  'break',
  'continue',
  'yield',
  'panic',
  'defer',
  'finally',
  'synchronized',
  'lock',
  'in',
  'for',
  'while',
  'loop',
  'rescue',
  'unless',
  'delete',
  'typeof',
  'instanceof',
  'static',
  'volatile',
  'atomic',
]);

const withoutSetting = (token: string): string =>
  /^[-+*/%|&^]=$/.test(token) ? token.slice(0, 1) : (comparisons[token] ?? token);

/** Words of strings count one by one, so that it does not matter how a string is put together. */
const valuesIn = (token: string): string[] => {
  if (token.startsWith('"')) return (token.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}`);
  return /^\d/.test(token) && token !== '0' ? [token] : [];
};

/** Strings with code in them, as code; places for values in formats, as nothing; types without what they are of. */
const plainly = (text: string): string =>
  text
    .replaceAll(
      /`((?:[^`\\]|\\.){0,4000})`/g,
      (_, inner: string) => `"${inner.replaceAll(/\$\{([^{}]{0,500})\}/g, '" + $1 + "')}"`,
    )
    .replaceAll(
      /\bf(["'])((?:(?!\1)[^\n]){0,2000})\1/g,
      (_, quote: string, inner: string) =>
        `${quote}${inner.replaceAll(/\{([^{}:]{0,500})(?::[^{}]*)?\}/g, `${quote} + $1 + ${quote}`)}${quote}`,
    )
    .replaceAll(/\\\S|(["'])((?:(?!\1)[^\n\\]|\\.){0,2000})\1/g, (whole, quote: string = '', inner: string = '') =>
      quote === '' ? whole : `${quote}${inner.replaceAll(/%[-+#0]?[\d.]*[a-z]|\{[\w:?#.<>^]*\}/gi, ' ')}${quote}`,
    )
    .replaceAll(/(?<=\w)<[A-Za-z][\w,. <>[\]?]{0,100}>/g, '')
    .replaceAll(/(?:>=\s*0|!==?\s*-1|>\s*-1)\b/g, ' ')
    .replaceAll(/\b(?:find|indexOf|includes|contains|has|Contains|some)\s*\(/g, 'in (')
    .replaceAll(/(?<=[*/]\s{0,2})\d+\.0+\b|\b\d+\.0+(?=\s{0,2}[*/])/g, (whole) => `fraction(${Number(whole)})`)
    .replaceAll(/toLocale(?=Lower|Upper)/g, 'to');

const meaningsIn = (text: string): Set<string> => {
  const tokens = tokensOf(plainly(text));
  return new Set(
    tokens.flatMap((token, place) => {
      const plain = withoutSetting(token);
      if (operators.has(plain) && !(/^[=!]=$/.test(plain) && tokens[place + 1] === '0')) return [plain];
      if (keywords.has(token)) return [token === 'elif' ? 'if' : token];
      const next = tokens[place + 1];
      const isCalled =
        next === '(' &&
        /^[\p{L}_$]/u.test(token) &&
        !neutral.has(token) &&
        !/^(?:function|def|fn|func|return|if|for|while|switch|not|and|or|in|catch)$/.test(token);
      return isCalled ? [`${token}()`] : valuesIn(token);
    }),
  );
};

const linesOf = (text: string, path: string): string[] =>
  withoutComments(text, path)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:import\b|from\s+\S+\s+import|use\s|package\s|export\s+\*)/.test(line));

/** A number or a word that the file has elsewhere tells nothing by itself. */
const isElsewhere = (each: string, text: string): boolean => {
  if (each.startsWith('"')) return text.includes(each.slice(1));
  return /^\d/.test(each) && new RegExp(`(?<![\\w.])${each.replaceAll('.', '\\.')}(?![\\w.])`).test(text);
};

/** Pieces of strings that were nowhere before. */
const newPieces = (text: string, removed: ReadonlySet<string>, before: string): string[] =>
  literalsOf(plainly(text))
    .filter((piece) => piece.startsWith('"') && piece.trim().length > 4 && !before.includes(piece.slice(1, -1).trim()))
    .filter((piece) => valuesIn(piece).some((word) => !removed.has(word)))
    .map((piece) => `+${piece}`);

/** Pieces of strings that are nowhere any more, with words that no new piece has. */
const lostPieces = (text: string, added: ReadonlySet<string>, after: string): string[] =>
  literalsOf(plainly(text))
    .filter((piece) => piece.startsWith('"') && piece.trim().length > 4 && !after.includes(piece.slice(1, -1).trim()))
    .filter((piece) => valuesIn(piece).some((word) => !added.has(word)))
    .map((piece) => `-${piece}`);

const joints = [/&&|\|\||\b(?:and|or)\b/g, /["']\s*\+(?!=)|\+\s*["']/g];

/** A text with nothing in it adds nothing to others. */
const nothingPut = /(["'])\1\s*\+|\+\s*(["'])\2/g;

const withoutNothing = (text: string): string => plainly(text).replaceAll(nothingPut, ' ');

const expressions = /(?<=[=(,:!&|?]\s{0,9})\/(?![/*\s])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g;

const calling = /([\p{L}_$][\w$]*)\(/gu;

/** A call that goes on for longer is not read. */
const mostCall = 500;

const countsIn = (text: string): Map<string, number> =>
  new Map(
    [...text.matchAll(calling)].flatMap(({ 0: call, 1: name = '', index }): [string, number][] => {
      const rest = text.slice(index + call.length - 1, index + mostCall);
      const end = closing(rest, 0);
      return end === rest.length ? [] : [[name, argumentsIn(rest.slice(1, end)).length]];
    }),
  );

/** A function is given more than before, or less. */
const isCalledOtherwise = (gone: string, fresh: string): boolean => {
  const now = countsIn(fresh);
  return [...countsIn(gone)].some(([name, count]) => !neutral.has(name) && now.has(name) && now.get(name) !== count);
};

/** A condition that asks for more, or lets more through; a text that more, or less, is put into. */
const furtherParts = (gone: string, fresh: string): string[] => {
  const [was, is] = [withoutNothing(gone), withoutNothing(fresh)];
  const isOther =
    joints.some((joint) => was.match(joint)?.length !== is.match(joint)?.length) ||
    gone.match(expressions)?.join('\n') !== fresh.match(expressions)?.join('\n') ||
    isCalledOtherwise(was, is);
  return isOther ? ['+&&'] : [];
};

/** What of the meaning stands in one and not in the other. */
const without = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one].filter((each) => !other.has(each));

/** Of Ruby: what is asked of something is a call, with brackets or without. */
const withCalls = (text: string, path: string): string =>
  path.endsWith('.rb') ? text.replaceAll(/\.([a-z_]\w*)[?!]?(?![\w(?!])/g, '.$1()') : text;

const differences = ({ path, before, after }: ReadFile): string[] => {
  if (before === null || after === null) return ['file'];
  const [was, is] = [
    linesOf(codePart(before.text, before.path), before.path),
    linesOf(codePart(after.text, path), path),
  ];
  const lines = { gone: missing(was, is), fresh: missing(is, was) };
  const [gone, fresh] = [lines.gone.join('\n'), lines.fresh.join('\n')];
  const [removed, added] = [meaningsIn(withCalls(gone, path)), meaningsIn(withCalls(fresh, path))];
  const [put, taken] = [without(added, removed), without(removed, added)];
  const isReplaced = put.some(isNumber) && taken.some(isNumber);
  const notIn = (text: string, some: readonly string[]): string[] =>
    some.filter((each) => isReplaced || !isElsewhere(each, text));
  return [
    ...newPieces(fresh, removed, before.text),
    ...lostPieces(gone, added, after.text),
    ...reordered(gone, fresh),
    ...furtherParts(gone, fresh),
    ...stateChanges({ ...lines, before: was.join('\n'), after: is.join('\n') }),
    ...notIn(before.text, put).map((each) => `+${each}`),
    ...notIn(after.text, taken).map((each) => `-${each}`),
  ];
};

const isNumber = (text: string): boolean => /^\d/.test(text);

const changesMeaning = (file: ReadFile): boolean => {
  const found = differences(file);
  return found.some((each) => !/^.(?:if|for|in|while|case)$/.test(each)) || found.includes('+if');
};
export const differencesOf = (files: readonly ReadFile[]) => files.filter(isSource).flatMap(differences);

/** None: no code is changed. Form: it is written in another way. Meaning: it may do something else. */
export type CodeChange = 'none' | 'form' | 'meaning';

export const codeChange = (files: readonly ReadFile[]): CodeChange => {
  const sources = files.filter((file) => isSource(file) || file.isOpaque === true);
  if (sources.length === 0) return 'none';
  return sources.some(changesMeaning) ? 'meaning' : 'form';
};
