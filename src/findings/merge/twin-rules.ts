/** Rules of different tools that mean the same, in words that title edits cannot show to be one (requirement 1.4). */
import type { Reported } from './merge.ts';

/** Codes of pycodestyle, pyflakes and flake8's plugins, as Ruff calls them too, and what Pylint calls the same. */
const python = `
  F401 W0611 unused-import
  F811 E0102 W0404 function-redefined reimported
  F821 E0602 undefined-variable
  F841 W0612 unused-variable
  F403 W0401 wildcard-import
  F541 W1309 f-string-without-interpolation
  E402 C0413 wrong-import-position
  E501 C0301 line-too-long
  E711 E712 C0121 singleton-comparison
  E721 C0123 unidiomatic-typecheck
  E722 W0702 bare-except
  E731 C3001 unnecessary-lambda-assignment
  W291 W293 C0303 trailing-whitespace
  W292 C0304 missing-final-newline
  W391 C0305 trailing-newlines
  B006 W0102 dangerous-default-value
  B904 W0707 raise-missing-from
`;

/** ESLint and its TypeScript plugin, oxlint, Biome, and what the compiler itself says. */
const script = `
  no-unused-vars TS6133 6133 noUnusedVariables noUnusedImports
  no-undef TS2304 2304 noUndeclaredVariables
  no-explicit-any noExplicitAny
  prefer-const useConst
  no-var noVar
  eqeqeq noDoubleEquals
  no-debugger noDebugger
  no-empty noEmptyBlockStatements
  no-dupe-keys TS1117 1117 noDuplicateObjectKeys
  no-unreachable TS7027 7027 noUnreachable
`;

const meanings: ReadonlyMap<string, string> = new Map(
  `${python}\n${script}`
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap((rules) => rules.map((rule) => [rule.toLowerCase(), rules[0] ?? rule] as const)),
);

/** Of `@typescript-eslint/no-unused-vars`, `eslint(no-unused-vars)` and `lint/style/useConst` the name alone. */
const nameOf = (rule: string): string =>
  rule
    .replace(/^.*[/(]/, '')
    .replace(/\)$/, '')
    .toLowerCase();

/** What a rule is about, whichever tool names it; undefined where no twin of it is known. */
const meaningOf = ({ rule }: Reported): string | undefined => rule && meanings.get(nameOf(rule));

/** Names that a title quotes: of two unused imports on one line, each is about its own. */
const quoted = /['"`]([\w.$]+)['"`]/g;

const namesIn = (title: string): string[] => [...title.matchAll(quoted)].map(([, name = '']) => name);

const speakOfTheSame = ({ title: one }: Reported, { title: other }: Reported): boolean =>
  namesIn(one).every((name) => other.includes(name)) && namesIn(other).every((name) => one.includes(name));

const isTwin = (one: Reported, other: Reported): boolean => one.rule !== other.rule && speakOfTheSame(one, other);

const placeOf = (finding: Reported): string | undefined => {
  const meaning = meaningOf(finding);
  return meaning === undefined || finding.line === undefined ? undefined : `${finding.line} ${meaning}`;
};

type Member<Leader> = { finding: Reported; leader: Leader };

/** Findings by line and meaning, each with the leader of its group. */
export class Twins<Leader extends { readonly finding: Reported }> {
  readonly #members = new Map<string, Member<Leader>[]>();

  add({ finding }: Leader, leader: Leader): void {
    const key = placeOf(finding);
    if (key === undefined) return;
    const there = this.#members.get(key);
    if (there) there.push({ finding, leader });
    else this.#members.set(key, [{ finding, leader }]);
  }

  /** Of the first that says the same there in another tool's terms. */
  leaderOf({ finding }: Leader): Leader | undefined {
    const there = this.#members.get(placeOf(finding) ?? '');
    return there?.find((member) => isTwin(member.finding, finding))?.leader;
  }
}
