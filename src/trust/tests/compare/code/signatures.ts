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

/** What stands between the bracket at this place and the one that closes it. */
const inside = (text: string, open: number): string => {
  const rest = text.slice(open, open + 1_000);
  return /^\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/.exec(rest)?.[1] ?? '';
};

const parametersIn = (state: FileState | null): Map<string, string[]> => {
  const text = state?.text.slice(0, 300_000) ?? '';
  return new Map(
    [...text.matchAll(declared)].map((found) => {
      const open = found.index + found[0].length - 1;
      return [found[1] ?? found[2] ?? found[3] ?? '', argumentsIn(inside(text, open))];
    }),
  );
};

/** Names of functions whose parameters are others, or fewer. */
export type Signatures = { changed: ReadonlySet<string>; shorter: ReadonlySet<string> };

export const signaturesOf = (files: readonly ReadFile[]): Signatures => {
  const changed = new Set<string>();
  const shorter = new Set<string>();
  for (const { before, after } of files.filter(isSource)) {
    const now = parametersIn(after);
    for (const [name, parameters] of parametersIn(before)) {
      const own = now.get(name);
      if (own === undefined || own.length === parameters.length) continue;
      changed.add(name);
      if (own.length < parameters.length) shorter.add(name);
    }
  }
  return { changed, shorter };
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
