/** Makes a disposition out of a finding and what a person decided about it. */
import type { Disposition, DispositionKind } from '../../model/disposition.ts';
import type { Finding } from '../../model/finding.ts';
import { cutEnd } from '../../plain/cut.ts';
import { given } from '../../plain/given.ts';

export type Decision = { as: DispositionKind; reason: string; by: string; at: string; until?: string | undefined };

const maxText = 1_000;
const maxTitles = 100;
const maxFingerprints = 50;

const short = (text: string): string => cutEnd(text, maxText).toWellFormed();

/** A fingerprint counts as a whole or not at all. */
const fingerprintsOf = ({ fingerprints = {} }: Finding): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fingerprints)
      .filter(
        ([key, value]) =>
          key.length <= 200 && value.length <= maxText && !['__proto__', 'constructor', 'prototype'].includes(key),
      )
      .slice(0, maxFingerprints),
  );

const titlesOf = (finding: Finding, earlier: Disposition | undefined): string[] => {
  const others = [
    earlier?.finding.title ?? finding.title,
    ...(earlier?.aliases ?? []),
    ...(finding.merged ?? []).map(({ title }) => title),
  ];
  return [...new Set(others.map(short))].filter((title) => title !== short(finding.title)).slice(0, maxTitles);
};

/** `earlier`: a decision about the same finding, which this one takes the place of. */
export const dispose = (
  finding: Finding,
  anchor: string | undefined,
  decision: Decision,
  earlier?: Disposition,
): Disposition => {
  const fingerprints = fingerprintsOf(finding);
  const aliases = titlesOf(finding, earlier);
  return {
    id: earlier?.id ?? finding.id,
    as: decision.as,
    reason: decision.reason,
    by: short(decision.by),
    at: decision.at,
    ...given({ until: decision.until }),
    finding: {
      ...(finding.rule !== undefined && { rule: short(finding.rule) }),
      category: short(finding.category),
      title: short(finding.title),
      severity: finding.severity,
      ...given({ file: finding.file, line: finding.line, endLine: finding.endLine }),
      reviewer: short(finding.reviewer),
      ...(Object.keys(fingerprints).length > 0 && { fingerprints }),
    },
    ...given({ anchor }),
    ...(aliases.length > 0 && { aliases }),
  };
};
