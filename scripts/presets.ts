/** Writes docs/presets.md: the matrix from the table of presets, and every statement of the documents with its tests. */
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { matrix, presetNames } from '../src/config/presets.ts';
import { Config } from '../src/config/schema.ts';
import { getIn } from '../src/plain/plain-data.ts';
import { statements as accountability } from '../test/seeds/accountability/statements.ts';
import { statements as ralph } from '../test/seeds/ralph/statements.ts';
import { statements as raven } from '../test/seeds/raven/statements.ts';
import type { Statement } from '../test/seeds/statement.ts';
import { statements as turbowrap } from '../test/seeds/turbowrap/statements.ts';
import { statements as unified } from '../test/seeds/unified/statements.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs/presets.md');

const documents = { raven, turbowrap, ralph, unified, accountability };
type Document = keyof typeof documents;

const order: readonly Document[] = ['raven', 'turbowrap', 'ralph', 'unified', 'accountability'];

const titles: Readonly<Record<Document, string>> = {
  raven: 'Raven, the review fix engine',
  turbowrap: 'TurboWrap, the fix system',
  ralph: 'Ralph, the review auto-fix loop',
  unified: 'Maverick, the unified review-fix workflow',
  accountability: 'Maverick, the accountability loop',
};

const howTo: Readonly<Record<Document, string>> = {
  raven:
    '`fixpoint fix --preset raven --from FILE`: one call for all findings, verification after it, another cycle with the ' +
    'failure in the prompt while cycles are left. The work happens in a workspace apart, and what fails verification is ' +
    'never part of the result: a patch, which `fixpoint apply` lays down. `--events raven` prints its seven events.',
  turbowrap:
    '`fixpoint fix --preset turbowrap --from FILE`: an agent plans, one call of it fixes with a sub-agent for each ' +
    'finding, another agent judges every fix, and one commit with all codes is on `fix/RUN`. `--clarify` asks first; ' +
    '`fixpoint clarify`, `fixpoint plan --session` and `fixpoint fix --plan --session` do the same step by step ' +
    '([planning.md](planning.md)). The judge also sees how the fixer explains its change (`challenger.explanation`), ' +
    'as the document says. `--events turbowrap` prints its eight events.',
  ralph:
    '`fixpoint run --preset ralph`: reviewers of fixpoint.yaml one after the other, what the blocking ones find is fixed ' +
    'in between, a commit for each fix, and PROGRESS.txt in the root of the repository.',
  unified:
    '`fixpoint run --preset unified`: one reviewer with experts of its own, one fixer that spreads the groups over ' +
    'sub-agents, up to five rounds. `review.spec` names the folder with the specification, such as `specs/FEATURE`.',
  accountability:
    '`fixpoint run --preset accountability`: a reviewer for the specification (the folder `specs`, or `review.spec`) and ' +
    'a technical one side by side, one call for everything that is open, an answer for every item, up to three rounds.',
};

export type Proof = { ids: string[]; title: string; file: string };

/** `it('R16, R24 4.1 the final status …'`: ids first, then requirements, then what is shown. */
const titled = /\(\s*(['"`])((?:[RTLUA]\d\d(?:,\s*|\s+))+)((?:(?!\1).)+)\1/g;

export const proofs = (): Proof[] =>
  globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root, exclude: ['test/**/node_modules/**'] })
    .toSorted()
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(titled)].map(([, , ids = '', title = '']) => ({
        ids: ids.match(/[A-Z]\d\d/g) ?? [],
        title: title.replace(/^(?:\d+(?:\.\d+)?(?:,\s*|\s+))+/, ''),
        file: path,
      })),
    );

/** Statements that neither a test proves nor anything says why there is none. */
export const unproven = (): string[] => {
  const proven = new Set(proofs().flatMap(({ ids }) => ids));
  return Object.values<readonly Statement[]>(documents)
    .flat()
    .filter(({ id, deviation, later, beside }) => !proven.has(id) && !deviation && !later && !beside)
    .map(({ id, says }) => `${id} ${says}`);
};

/** Ids in titles that no document has. */
export const unknownIds = (): string[] => {
  const known = new Set(Object.values<readonly Statement[]>(documents).flatMap((all) => all.map(({ id }) => id)));
  return proofs().flatMap(({ ids, file: path }) => ids.filter((id) => !known.has(id)).map((id) => `${id} in ${path}`));
};

const shown = (value: unknown): string => {
  if (value === undefined) return '';
  if (value === null) return '–';
  if (typeof value === 'string') return `\`${value}\``;
  if (!Array.isArray(value)) return `\`${JSON.stringify(value)}\``;
  const names = value.map((each: unknown) => getIn(each, ['name']) ?? each);
  return names.length === 0 ? '–' : names.map((name) => `\`${String(name)}\``).join(', ');
};

const defaults = Config.parse({});

const matrixTable = (): string[] => {
  const columns = presetNames.filter((name) => name !== 'default');
  return [
    `| key | ${presetNames.map((name) => `\`${name}\``).join(' | ')} |`,
    `|---|${presetNames.map(() => '---').join('|')}|`,
    ...Object.entries(matrix).map(([key, row]) => {
      const own = shown(getIn(defaults, key.split('.')));
      return `| \`${key}\` | ${[own, ...columns.map((name) => shown(row[name]))].join(' | ')} |`;
    }),
  ];
};

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

const provenBy = (id: string, all: readonly Proof[]): string =>
  all
    .filter(({ ids }) => ids.includes(id))
    .map(({ title, file: path }) => `${cell(title)} ([${path.split('/').at(-1)}](../${path}))`)
    .join('<br>');

const statementRow = ({ id, says, later, beside, deviation }: Statement, all: readonly Proof[]): string => {
  const none = [later && `later, with ${later}`, beside && `nothing to prove: ${beside}`].filter(Boolean).join('; ');
  return `| ${id} | ${cell(says)} | ${provenBy(id, all) || none || (deviation ? 'see above' : 'no test yet')} |`;
};

const chapter = (name: Document, all: readonly Proof[]): string[] => {
  const own: readonly Statement[] = documents[name];
  const deviations = own.flatMap(({ id, deviation }) => (deviation === undefined ? [] : [`- **${id}** ${deviation}`]));
  return [
    `## ${titles[name]}`,
    '',
    howTo[name],
    '',
    ...(deviations.length === 0 ? [] : ['Different on purpose:', '', ...deviations, '']),
    '| | the document says | proven by |',
    '|---|---|---|',
    ...own.map((statement) => statementRow(statement, all)),
    '',
  ];
};

export const presetsPage = (): string => {
  const all = proofs();
  return [
    '# Presets',
    '',
    'A preset is a set of defaults: `preset: raven` in `fixpoint.yaml`, or `--preset raven`. Any key set by you wins over it.',
    'Beside `default` there are five, each of which behaves as one document says that describes such a system; this page lists what each',
    'document says, and the tests that prove it. `node scripts/presets.ts` writes it from the titles of the tests.',
    '',
    'In every preset an empty diff is never a fix, a claim without a change is never a fix, and no finding gets lost. In `default`, an agent',
    'that changed files for its one finding and said nothing has its change judged like any other (claim `none`); elsewhere, and in calls about',
    'several findings, a missing answer is a deferral. Where a preset trusts claims (`verify.claims: trust`) and you name no commands, nothing',
    'proves its fixes: a run may be clean all the same, and says how many of them nobody looked at. Name commands with `--verify`, and they',
    'have to pass.',
    '',
    ...matrixTable(),
    '',
    'An empty cell is the default; – is nothing, or no limit of its own.',
    '',
    ...order.flatMap((name) => chapter(name, all)),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
};

if (import.meta.main) {
  await writeFile(file, presetsPage());
  for (const each of [...unproven(), ...unknownIds()]) console.log(each);
}
