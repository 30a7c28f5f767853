/** Rules of different tools that mean the same, in words that title edits cannot show to be one (requirement 1.4). */
import { type Item, keptApart } from './item.ts';
import type { Reported } from './merge.ts';

/** Codes of pycodestyle, pyflakes and flake8's plugins, as Ruff calls them too; and what Pylint calls the same. */
const python = `
  F401 | W0611 unused-import
  F811 | E0102 function-redefined W0404 reimported
  F821 | E0602 undefined-variable
  F841 | W0612 unused-variable
  F403 | W0401 wildcard-import
  F541 | W1309 f-string-without-interpolation
  E402 | C0413 wrong-import-position
  E501 | C0301 line-too-long
  E721 | C0123 unidiomatic-typecheck
  E722 | W0702 bare-except
  E731 | C3001 unnecessary-lambda-assignment
  W291 W293 | C0303 trailing-whitespace
  W292 | C0304 missing-final-newline
  W391 | C0305 trailing-newlines
  B006 | W0102 dangerous-default-value
  B904 | W0707 raise-missing-from
`;

/** ESLint, its TypeScript plugin and oxlint; what the compiler itself says; Biome. */
const script = `
  no-unused-vars | TS6133 6133 | noUnusedVariables noUnusedImports
  no-undef | TS2304 2304 | noUndeclaredVariables
  no-explicit-any | | noExplicitAny
  prefer-const | | useConst
  no-var | | noVar
  eqeqeq | | noDoubleEquals
  no-debugger | | noDebugger
  no-empty | | noEmptyBlockStatements
  no-dupe-keys | TS1117 1117 | noDuplicateObjectKeys
  no-unreachable | TS7027 7027 | noUnreachable
`;

/** What a rule is about, and whose term it is: two rules of one tool are never one. */
type Term = { meaning: number; vocabulary: number };

const terms: ReadonlyMap<string, Term> = new Map(
  `${python}\n${script}`
    .split('\n')
    .flatMap((line, meaning) =>
      line.split('|').flatMap((rules, vocabulary) =>
        rules
          .trim()
          .split(/\s+/)
          .map((rule) => [rule.toLowerCase(), { meaning, vocabulary }] as const),
      ),
    )
    .filter(([rule]) => rule !== ''),
);

/** Of `@typescript-eslint/no-unused-vars`, `eslint(no-unused-vars)` and `lint/style/useConst` the name alone. */
const nameOf = (rule: string): string =>
  rule
    .replace(/^.*[/(]/, '')
    .replace(/\)$/, '')
    .toLowerCase();

/** Undefined where no twin is known. */
const termOf = ({ rule }: Reported): Term | undefined => (rule === undefined ? undefined : terms.get(nameOf(rule)));

/** Names that a title quotes: of two unused imports on one line, each is about its own. */
const quoted = /['"`]([\w.$]+)['"`]/g;

const namesIn = (title: string): string[] => [...title.matchAll(quoted)].map(([, name = '']) => name);

const speakOfTheSame = ({ title: one }: Reported, { title: other }: Reported): boolean =>
  namesIn(one).every((name) => other.includes(name)) && namesIn(other).every((name) => one.includes(name));

const isTwin = (one: Reported, other: Reported): boolean =>
  termOf(one)?.vocabulary !== termOf(other)?.vocabulary && speakOfTheSame(one, other);

const placeOf = (finding: Reported): string | undefined => {
  const term = termOf(finding);
  return term === undefined || finding.line === undefined ? undefined : `${finding.line} ${term.meaning}`;
};

const columnsApart = (one: Reported, other: Reported): number => Math.abs((one.column ?? 0) - (other.column ?? 0));

/** So many of one meaning on one line are compared: no more are written by hand. */
const most = 32;

type Member = { item: Item; leader: Item };

/** Findings by line and meaning, each with the leader of its group. */
export class Twins {
  readonly #members = new Map<string, Member[]>();

  add(item: Item, leader: Item): void {
    const key = placeOf(item.finding);
    if (key === undefined) return;
    const there = this.#members.get(key);
    if (there === undefined) this.#members.set(key, [{ item, leader }]);
    else if (there.length < most) there.push({ item, leader });
  }

  /** Of the nearest on its line that says the same in another tool's terms. */
  leaderOf(item: Item): Item | undefined {
    const there = this.#members.get(placeOf(item.finding) ?? '') ?? [];
    const [nearest] = there
      .filter((member) => isTwin(member.item.finding, item.finding))
      .filter(({ leader }) => !(leader.members ?? [leader]).some((member) => keptApart(member, item)))
      .toSorted((a, b) => columnsApart(a.item.finding, item.finding) - columnsApart(b.item.finding, item.finding));
    return nearest?.leader;
  }
}
