/** The calls of each cycle in the Markdown report: what each changed, and what became of it. */
import type { Report, ReportCall } from '../../model/report.ts';
import { cutEnd } from '../../plain/cut.ts';
import { present } from '../../plain/present.ts';
import { block, code, inline } from './escape.ts';
import { verdict } from '../../views/words/judgements.ts';
import { count, duration } from '../../views/words/amounts.ts';

/** The JSON report and the patch itself have more of it. */
const longestDiff = 3_000;

/** Of so many cycles and calls a person still reads the differences here. */
const mostCalls = 100;

const factsOf = ({ agent, outcome, message, files, verification, durationMs }: ReportCall): string =>
  present([
    `by ${code(agent)}`,
    outcome !== 'ok' && `${outcome}${message === undefined ? '' : ` (${inline(message)})`}`,
    files.length === 0 ? 'nothing changed' : `${count(files.length, 'file')} changed`,
    verification !== undefined && `verification ${verdict(verification)}`,
    duration(durationMs),
  ]).join(', ');

const resultWords = ({ results }: ReportCall): string =>
  Object.entries(results)
    .map(([finding, result]) => `${inline(finding)} ${result}`)
    .join(', ');

const callBlock = (cycle: number, call: ReportCall): string[] => {
  const { diff, patches } = call;
  const results = resultWords(call);
  return present([
    `**Cycle ${cycle}**, call ${code(call.unit)}${results === '' ? '' : `: ${results}`} (${factsOf(call)})`,
    patches.length > 0 && `Patch: ${patches.map(code).join(', ')}`,
    diff !== undefined && block(diff.length > longestDiff ? `${cutEnd(diff, longestDiff)}\n…` : diff, 'diff'),
  ]);
};

export const callBlocks = ({ cycles }: Report): string[] => {
  const calls = cycles.flatMap(({ n, calls: all }) => all.map((call) => ({ n, call })));
  return present([
    ...calls.slice(0, mostCalls).flatMap(({ n, call }) => callBlock(n, call)),
    calls.length > mostCalls && `And ${calls.length - mostCalls} more calls: the JSON report has them all.`,
  ]);
};
