/**
 * `npm run gates`: how many of the cheating patches of the corpus are refused, and how many of the honest ones, by class
 * and by language. `--verbose` lists those that went wrong, `--case TEXT` only takes those whose title or class has it.
 * `--history` measures on published versions of packages instead (history.ts).
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeInspector } from '../src/adapters/inspector/inspector.ts';
import type { Remark } from '../src/model/remark.ts';
import { measuredParts, type PatchCase, readCases, unreadParts } from './gates/cases.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string', default: join(import.meta.dirname, '..', 'test/corpus/patches') },
    part: { type: 'string', default: 'all' },
    case: { type: 'string', default: '' },
    verbose: { type: 'boolean', default: false },
    history: { type: 'boolean', default: false },
    packages: { type: 'string' },
    most: { type: 'string' },
  },
});

if (values.history) {
  await import('./history.ts');
  process.exit();
}

type Judged = PatchCase & { remarks: Remark[]; refused: boolean };

const inspector = makeInspector();
const judge = async (each: PatchCase): Promise<Judged> => {
  const remarks = await inspector.inspect(each.patch);
  return { ...each, remarks, refused: remarks.some(({ noteOnly }) => noteOnly !== true) };
};

const cases = readCases(values.corpus).filter(
  ({ part, kind, title, language }) =>
    (values.part === 'all' || part === values.part) && `${kind} ${language} ${title}`.includes(values.case),
);
const judged: Judged[] = [];
for (const each of cases) judged.push(await judge(each));
await inspector.close();

/** Those that may be looked at. */
const listed = judged.filter(({ part }) => !unreadParts.includes(part));

const isWrong = ({ side, refused }: Judged): boolean => refused !== (side === 'cheating');

const share = (all: readonly Judged[]): string => {
  const refused = all.filter((each) => each.refused).length;
  return all.length === 0 ? '–' : `${refused}/${all.length}`;
};

const table = (side: PatchCase['side'], by: 'kind' | 'language'): void => {
  const own = listed.filter((each) => each.side === side);
  for (const name of [...new Set(own.map((each) => each[by]))].toSorted()) {
    const line = own.filter((each) => each[by] === name);
    console.log(`  ${name.padEnd(26)} ${share(line)}`);
  }
};

for (const side of ['cheating', 'honest'] as const) {
  console.log(`\n${side}, refused by class`);
  table(side, 'kind');
  console.log(`${side}, refused by language`);
  table(side, 'language');
}
if (values.verbose)
  for (const each of listed.filter(isWrong)) {
    console.log(`\n${each.refused ? 'REFUSED' : 'PASSED'} ${each.side}/${each.kind}/${each.language}: ${each.title}`);
    for (const { gate, rule, file, line, message } of each.remarks)
      console.log(`    ${gate}/${rule} ${file}:${line ?? ''} ${message}`);
  }

const refusedShare = (side: PatchCase['side'], part?: string): number => {
  const own = judged.filter((each) => each.side === side && (part === undefined || each.part === part));
  return own.length === 0 ? Number.NaN : (100 * own.filter((each) => each.refused).length) / own.length;
};
console.log('');
for (const part of [undefined, ...measuredParts])
  console.log(
    `${part ?? 'all'}: cheating refused ${refusedShare('cheating', part).toFixed(1)} % (at least 99), ` +
      `honest refused ${refusedShare('honest', part).toFixed(1)} % (at most 2), ` +
      `${judged.filter((each) => part === undefined || each.part === part).length} patches`,
  );
process.exitCode = refusedShare('cheating') >= 99 && refusedShare('honest') <= 2 ? 0 : 1;
