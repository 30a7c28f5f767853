/** Findings that nobody looks at again, and why. */
import { type Finding, reviewersOf } from '../../../model/finding.ts';
import type { NotRechecked, Rechecker } from '../../../model/proof.ts';
import type { Choice } from '../../../stages/recheck/recognise.ts';

/** What a tool was to look at, and does not report or could not be asked about. */
export const notReported = (
  { name, by, problem }: Rechecker,
  left: readonly Finding[],
  { chosen }: Choice,
): NotRechecked => {
  const own = left.filter((finding) =>
    by === 'recognised'
      ? chosen.some(({ tool, findings }) => tool.name === name && findings.includes(finding))
      : by === 'given' || reviewersOf(finding).includes(name),
  );
  return {
    findings: own.map(({ id }) => id),
    reason:
      problem === undefined
        ? `${name}, run on the start, does not report them`
        : `${name} could not be run on the start: ${problem}`,
  };
};

/** Each finding with the reason that says most: what a tool said of it, over that none is known. */
export const once = (reasons: readonly NotRechecked[]): NotRechecked[] => {
  const last = new Map<string, string>();
  for (const { findings, reason } of reasons) for (const id of findings) last.set(id, reason);
  return [...Map.groupBy(last, ([, reason]) => reason)].map(([reason, entries]) => ({
    findings: entries.map(([id]) => id),
    reason,
  }));
};
