/**
 * Finds out who can look again at findings that came from a file: runs the tools on the untouched start, and sees what
 * they report there.
 */
import type { RunEvent } from '../../../model/event.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Rechecker } from '../../../model/proof.ts';
import { matchReports } from '../../../stages/recheck/match.ts';
import type { KnownTool } from '../../../stages/recheck/tool.ts';
import { countReported } from '../../../stages/verify/tool-counts.ts';
import type { Performing } from '../../engine.ts';
import { isOpen } from '../../state/state.ts';
import { type Looked, lookWith, takesFiles } from './look-with.ts';
import { given } from '../../../plain/given.ts';
import { type Candidate, named, candidatesOf } from './recheck-candidates.ts';
import { recognised } from './recognise-tools.ts';
import { notReported, once } from './not-rechecked.ts';

export const performRecheck = async (performing: Performing): Promise<RunEvent[]> => {
  const { state } = performing;
  const findings = [...state.findings.values()].filter(isOpen).map(({ finding }) => finding);
  const tools: Rechecker[] = [];
  const ask = async (candidates: readonly Candidate[]): Promise<boolean> => {
    for (const candidate of candidates) {
      const asked = await askAboutStart(performing, candidate);
      if (asked === null) return false;
      tools.push(asked);
    }
    return true;
  };
  const isWatched = ({ id }: Finding): boolean => tools.some(({ watches }) => Object.hasOwn(watches, id));
  // What a person named comes first; what is left may be recognised.
  if (!(await ask(named(performing, findings)))) return [];
  const choice = await recognised(
    performing,
    findings.filter((finding) => !isWatched(finding)),
  );
  if (choice === null || !(await ask(candidatesOf(choice, tools)))) return [];
  const silent = tools.map((tool) =>
    notReported(
      tool,
      findings.filter((finding) => !isWatched(finding)),
      choice,
    ),
  );
  const nobody = [...choice.nobody, ...silent].filter((each) => each.findings.length > 0);
  return [{ type: 'recheck.finished', tools, nobody: once(nobody) }];
};

/** Null when the run was cancelled. */
const askAboutStart = async (performing: Performing, candidate: Candidate): Promise<Rechecker | null> => {
  const { engine } = performing;
  const { findings, ruleOf, format, ...tool } = candidate;
  await performing.emit({ type: 'recheck.started', name: tool.name, command: tool.command, by: tool.by });
  const files = filesFor(candidate);
  const looked = await lookWith(performing, { ...tool, format }, engine.custody.start.commit, files);
  if (looked.status === 'cancelled') return null;
  return looked.status === 'error' ? unable(tool, format, looked.message) : seen(tool, findings, looked, files, ruleOf);
};

const filesFor = ({ command, findings }: Candidate): string[] =>
  takesFiles(command) ? [...new Set(findings.flatMap(({ file }) => file ?? []))] : [];

type Ran = Extract<Looked, { status: 'ran' }>;

type Tool = Omit<Rechecker, 'counts' | 'watches' | 'format' | 'problem'>;

const unable = (tool: Tool, format: string | undefined, problem: string): Rechecker => ({
  ...tool,
  ...given({ format }),
  counts: {},
  watches: {},
  problem,
});

const seen = (
  tool: Tool,
  findings: readonly Finding[],
  { findings: drafts, format }: Ran,
  files: readonly string[],
  ruleOf: KnownTool['ruleOf'],
): Rechecker => ({
  ...tool,
  ...given({ format }),
  counts: { ...Object.fromEntries(files.map((file) => [file, {}])), ...countReported(drafts) },
  watches: Object.fromEntries(matchReports(findings, drafts, ruleOf)),
});
