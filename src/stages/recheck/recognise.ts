/** Which tool made a report, as far as the report tells, and which of several the repository has. */
import { type Finding, reportsOf } from '../../model/finding.ts';
import type { NotRechecked } from '../../model/proof.ts';
import type { KnownTool, ReportTraits } from './tool.ts';
import { knownTools } from './tools/index.ts';

const isCalled = (source: string, driver: string): boolean => source === driver || source.startsWith(`${driver} `);

/** Most likely first; none where nothing is known. A source that names itself is believed. */
export const madeBy = (report: ReportTraits): readonly KnownTool[] => {
  const source = report.reviewer.trim().toLowerCase();
  const named = knownTools.filter(({ drivers }) => drivers.some((driver) => isCalled(source, driver)));
  return named.length > 0 ? named : knownTools.filter((tool) => tool.looksLike(report));
};

/** For each of its reports. */
export const makersOf = (finding: Finding): (readonly KnownTool[])[] =>
  reportsOf(finding).map(({ reviewer, rule, title }) => madeBy({ reviewer, rule, title, file: finding.file }));

/** The program of a tool that can be run, or why there is none. */
export type Presence = { program: string } | { missing: string };

export type Chosen = { tool: KnownTool; program: string; findings: Finding[] };

export type Choice = { chosen: Chosen[]; nobody: NotRechecked[] };

const unknown = 'the tool behind this is not known (--recheck CMD names it)';

/** `presence`: of every tool that `makersOf` names. */
export const choose = (findings: readonly Finding[], presence: ReadonlyMap<KnownTool, Presence>): Choice => {
  const chosen = new Map<KnownTool, Chosen>();
  const nobody = new Map<string, string[]>();
  for (const finding of findings) {
    const makers = makersOf(finding);
    const taken = new Set(
      makers.flatMap((tools) => tools.find((tool) => 'program' in (presence.get(tool) ?? {})) ?? []),
    );
    for (const tool of taken) add(chosen, tool, finding, presence.get(tool));
    if (taken.size > 0) continue;
    const missing = makers.flat().flatMap((tool) => {
      const found = presence.get(tool);
      return found && 'missing' in found ? [found.missing] : [];
    });
    const reason = missing.length === 0 ? unknown : [...new Set(missing)].join(', ');
    nobody.set(reason, [...(nobody.get(reason) ?? []), finding.id]);
  }
  return { chosen: [...chosen.values()], nobody: [...nobody].map(([reason, ids]) => ({ findings: ids, reason })) };
};

const add = (chosen: Map<KnownTool, Chosen>, tool: KnownTool, finding: Finding, found: Presence | undefined): void => {
  if (!found || !('program' in found)) return;
  const before = chosen.get(tool) ?? { tool, program: found.program, findings: [] };
  before.findings.push(finding);
  chosen.set(tool, before);
};
