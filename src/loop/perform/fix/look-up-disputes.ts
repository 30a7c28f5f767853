/** Looks up what a fixer cites against a finding: nobody is asked about lines that are not there (7.8). */
import type { Citation, ReadDispute } from '../../../model/finding/dispute.ts';
import type { Finding } from '../../../model/finding.ts';
import { lookUp } from '../../../stages/dispute/citation.ts';
import { whyBesideDispute } from '../../../stages/dispute/direction.ts';
import type { FixReading } from '../../../stages/fix/answer.ts';
import { hearsDisputes } from '../../decide/disputes/disputed.ts';
import type { Performing } from '../../engine.ts';

/** As agents see it: without secrets. */
export const citedText = async ({ engine }: Performing, base: string, file: string): Promise<string | null> => {
  const text = await engine.custody.readText(base, file);
  return text === null ? null : engine.clean(text);
};

export const lookUpDisputes = async (
  performing: Performing,
  base: string,
  reading: FixReading,
): Promise<FixReading> => {
  const { state } = performing;
  const claims = Object.entries(reading.claims).map(async ([id, { dispute, ...claim }]) => {
    const finding = state.findings.get(id)?.finding;
    if (!dispute || !finding || !hearsDisputes(state)) return [id, claim] as const;
    return [id, { ...claim, dispute: await lookedUp(performing, base, dispute, finding) }] as const;
  });
  return { ...reading, claims: Object.fromEntries(await Promise.all(claims)) };
};

const lookedUp = async (
  performing: Performing,
  base: string,
  dispute: ReadDispute,
  finding: Finding,
): Promise<ReadDispute> => {
  const { ground } = dispute;
  if (dispute.problem !== undefined || ground === undefined) return dispute;
  const found = await Promise.all(
    dispute.evidence.map(async (each) => lookUp(each, await citedText(performing, base, each.file))),
  );
  const evidence = found.flatMap((each): Citation[] => ('citation' in each ? [each.citation] : []));
  const problems = found.flatMap((each) => ('problem' in each ? [each.problem] : []));
  const problem = problems.length > 0 ? problems.join('; ') : whyBesideDispute(ground, evidence, finding);
  return problem === null ? { ground, evidence } : { ...dispute, problem };
};
