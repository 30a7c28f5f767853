/** Functions of the code that take other parameters than before, and constants that it gives names to. */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { FileState, ReadFile } from '../../../read-patch.ts';
import { argumentsIn } from '../../text/scan.ts';
import { identifiersOf, literalsOf } from '../../text/tokens.ts';
import { isSource } from './behaviour.ts';

const name = /([\p{L}_$][\w$]*)/u;

const declared = pattern(
  'gmu',
  anyOf(
    pattern(
      'u',
      /\b(?:function\*?|def|fn|func(?:\s*\([^()]{0,100}\))?|fun|sub)\s+/u,
      name,
      /\s*(?:[<[][^()]{0,80}[>\]])?\(/u,
    ),
    pattern('u', /\b(?:const|let|var)\s+/u, name, /[^=\n]{0,80}=\s*(?:async\s*)?(?:function\s*\w*)?\(/u),
    pattern(
      'u',
      /^[ \t]+(?:(?:public|protected|private|static|final|async|override)[ \t]+)+(?:[\w<>[\],.?]+[ \t]+)?/u,
      name,
      /[ \t]*\(/u,
    ),
  ),
);

/** Of C: `static int read_all(`, at the beginning of a line. */
const nativeHead = /^(?:[A-Za-z_]\w*[ \t*]+){1,4}\*?([A-Za-z_]\w*)[ \t]*\(/gm;

const headsIn = ({ path, text }: FileState): IterableIterator<RegExpExecArray> =>
  text.slice(0, mostText).matchAll(/\.(?:c|h|cc|cpp|cxx|hpp)$/.test(path) ? nativeHead : declared);

const mostText = 300_000;

/** What stands between the bracket at this place and the one that closes it. */
const inside = (text: string, open: number): string => {
  const rest = text.slice(open, open + 1_000);
  return /^\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/.exec(rest)?.[1] ?? '';
};

const parametersIn = (state: FileState | null): Map<string, string[]> => {
  const text = state?.text.slice(0, mostText) ?? '';
  return new Map(
    [...(state === null ? [] : headsIn(state))].map((found) => {
      const open = found.index + found[0].length - 1;
      return [found[1] ?? found[2] ?? found[3] ?? '', argumentsIn(inside(text, open))];
    }),
  );
};

const giving =
  /^\s*(?::|->)?\s*((?:[\w.*&<>[\]?|:]|,\s?|\((?=[\w*[]))(?:[\w.*&<>[\]?|(),:' ])*?)\s*(?:=>|[{:]?\s*$|\{)/;

/** What functions say that they give, as far as their heads tell. */
const givenIn = (state: FileState | null): Map<string, string> => {
  const text = state?.text.slice(0, mostText) ?? '';
  return new Map(
    [...(state === null ? [] : headsIn(state))].map((found) => {
      const open = found.index + found[0].length - 1;
      const end = open + inside(text, open).length + 2;
      const line = /^[^\n]*/.exec(text.slice(end, end + 200))?.[0] ?? '';
      const before = /([\w<>[\],.?]+)\s+\w+\s*\($/.exec(found[0])?.[1] ?? '';
      return [found[1] ?? found[2] ?? found[3] ?? '', `${before} ${giving.exec(line)?.[1]?.trim() ?? ''}`];
    }),
  );
};

/** Names of functions whose parameters are others, or fewer; `given`: those that give another kind of value. */
export type Signatures = { changed: ReadonlySet<string>; shorter: ReadonlySet<string>; given: ReadonlySet<string> };

export const signaturesOf = (files: readonly ReadFile[]): Signatures => {
  const changed = new Set<string>();
  const shorter = new Set<string>();
  const given = new Set<string>();
  for (const { before, after } of files.filter(isSource)) {
    const now = parametersIn(after);
    const gives = givenIn(after);
    for (const [name, kind] of givenIn(before)) if ((gives.get(name) ?? kind) !== kind) given.add(name);
    for (const [name, parameters] of parametersIn(before)) {
      const own = now.get(name);
      if (own === undefined || own.length === parameters.length) continue;
      changed.add(name);
      if (own.length < parameters.length) shorter.add(name);
    }
  }
  return { changed, shorter, given };
};

const value = anyOf(/"[^"\n]{0,200}"/u, /'[^'\n]{0,200}'/u, /`[^`\n]{0,200}`/u, /-?\d[\w.]*/u);

const naming = pattern('gu', /\b/u, name, /\s*(?::\s*&?[\w<>' ]{1,40})?\s*=\s*/u, '(', value, ')');

/** Names of the code with the values that they stand for. */
export const constantsOf = (files: readonly ReadFile[]): Map<string, string> =>
  new Map(
    files
      .filter(isSource)
      .flatMap(({ after }) => [...(after?.text.slice(0, 300_000) ?? '').matchAll(naming)])
      .map(([, own = '', text = '']) => [own, literalsOf(text)[0] ?? '']),
  );

/** All of these values are said by names of the code now. */
export const areNamed = (values: readonly string[], text: string, constants: ReadonlyMap<string, string>): boolean => {
  const said = new Set(identifiersOf(text).map((name) => constants.get(name)));
  return values.length > 0 && values.every((value) => said.has(value));
};
