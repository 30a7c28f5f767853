/** Puts what each call changed into a report: the text of its patches, without secrets and within bounds. */
import type { Report, ReportCall } from '../../model/report.ts';
import { cutEnd } from '../../plain/cut.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import { cleanPatch } from '../../secrets/patch.ts';
import type { Secrets } from '../../secrets/secrets.ts';

/** Of one call; the patch itself is kept whole. */
const longestDiff = 20_000;
/** Of all calls of a report: what is beyond it stands in the patches only. */
const mostCharacters = 2_000_000;

export type KeptPatches = { artifacts: Pick<Artifacts, 'get'>; secrets: Pick<Secrets, 'clean'> };

export const withDiffs = async (report: Report, kept: KeptPatches): Promise<Report> => {
  let room = mostCharacters;
  const told = async (call: ReportCall): Promise<ReportCall> => {
    const text = call.patches.length === 0 || room <= 0 ? '' : await textOf(call.patches, kept);
    if (text === '') return call;
    const diff = cut(text);
    room -= diff.length;
    return { ...call, diff };
  };
  const cycles = [];
  for (const cycle of report.cycles) {
    const calls = [];
    for (const call of cycle.calls) calls.push(await told(call));
    cycles.push({ ...cycle, calls });
  }
  return { ...report, cycles };
};

/** A patch that is not there any more is not told. */
const textOf = async (patches: readonly string[], { artifacts, secrets }: KeptPatches): Promise<string> => {
  const parts = await Promise.all(patches.map((name) => artifacts.get(name).catch(() => null)));
  return parts
    .flatMap((bytes) => (bytes === null ? [] : [cleanPatch(bytes, secrets.clean).bytes.toString('utf8')]))
    .join('');
};

const cut = (text: string): string => {
  if (text.length <= longestDiff) return text;
  const start = cutEnd(text, longestDiff);
  return `${start}\n… ${text.length - start.length} more characters in the patch\n`;
};
