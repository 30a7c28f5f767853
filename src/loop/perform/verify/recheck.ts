/**
 * Finds out who can look again at findings that came from a file: runs the tools on the untouched start, and sees what
 * they report there.
 */
import type { ToolReviewerConfig } from '../../../config/schema.ts';
import type { RunEvent } from '../../../model/event.ts';
import { type Finding, reviewersOf } from '../../../model/finding.ts';
import type { NotRechecked, Rechecker } from '../../../model/proof.ts';
import { matchReports } from '../../../stages/recheck/match.ts';
import { nameOf, unique } from '../../../stages/recheck/name.ts';
import { presenceOf, probe, readProbe, telling } from '../../../stages/recheck/presence.ts';
import { choose, type Choice, makersOf, type Presence } from '../../../stages/recheck/recognise.ts';
import type { KnownTool } from '../../../stages/recheck/tool.ts';
import { knownTools } from '../../../stages/recheck/tools/index.ts';
import { countReported } from '../../../stages/verify/tool-counts.ts';
import type { Performing } from '../../engine.ts';
import { isOpen } from '../../state/state.ts';
import { type Looked, lookWith, takesFiles } from './look-with.ts';
import { inRoom, isNoRoom, reasonOf } from './room.ts';
import { given } from '../../../plain/given.ts';

/** A tool that may look again, and what it is asked about. */
type Candidate = Pick<Rechecker, 'name' | 'command' | 'by' | 'timeoutMs' | 'files'> & {
  format?: string | undefined;
  findings: readonly Finding[];
  ruleOf?: KnownTool['ruleOf'];
};

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

/** Commands of the configuration, and reviewers under whose name findings came in. */
const named = ({ state: { config } }: Performing, findings: readonly Finding[]): Candidate[] => {
  const reviewers = config.reviewers.filter((reviewer) => reviewer.kind === 'tool');
  const taken = new Set(reviewers.map(({ name }) => name));
  const given = config.verify.recheck.map((command): Candidate => {
    const name = unique(nameOf(command), taken);
    taken.add(name);
    const { ruleOf } = knownTools.find((tool) => tool.name === nameOf(command)) ?? {};
    return {
      name,
      command,
      by: 'given',
      timeoutMs: config.verify.timeout,
      files: [],
      findings,
      ...(ruleOf && { ruleOf }),
    };
  });
  return [...given, ...reviewers.flatMap((reviewer) => configured(reviewer, findings))];
};

const configured = (
  { name, command, format, timeout, paths }: ToolReviewerConfig,
  findings: readonly Finding[],
): Candidate[] => {
  const own = findings.filter(
    (finding) =>
      reviewersOf(finding).includes(name) ||
      makersOf(finding).some((tools) => tools.some((tool) => tool.name === name)),
  );
  const { ruleOf } = knownTools.find((tool) => tool.name === name) ?? {};
  return own.length === 0
    ? []
    : [
        {
          name,
          command,
          by: 'configured',
          format,
          timeoutMs: timeout,
          files: paths,
          findings: own,
          ...(ruleOf && { ruleOf }),
        },
      ];
};

/** Tools of which nobody spoke: taken where the repository has them. Null when the run was cancelled. */
const recognised = async (performing: Performing, findings: readonly Finding[]): Promise<Choice | null> => {
  const { engine } = performing;
  const asked = [...new Set(findings.flatMap((finding) => makersOf(finding).flat()))];
  if (asked.length === 0) return choose(findings, new Map());
  const { commit } = engine.custody.start;
  const programs = await inRoom(performing, { revision: commit, what: 'looking for tools' }, async (room) => {
    const { status, stdout } = await room.run({
      command: probe(asked.flatMap((tool) => tool.programs)),
      timeoutMs: probeTimeoutMs,
    });
    return status === 'cancelled' ? null : readProbe(stdout);
  });
  if (programs === null) return null;
  if (isNoRoom(programs)) {
    const { noRoom } = programs;
    return noRoom.cancelled
      ? null
      : { chosen: [], nobody: [{ findings: findings.map(({ id }) => id), reason: reasonOf(noRoom) }] };
  }
  const files = telling(asked);
  const texts = new Map(
    await Promise.all(files.map(async (file) => [file, await engine.custody.readText(commit, file)] as const)),
  );
  const presence = new Map(
    asked.map((tool): [KnownTool, Presence] => [tool, presenceOf(tool, programs, (file) => texts.get(file) ?? null)]),
  );
  return choose(findings, presence);
};

const recognisedTimeoutMs = 300_000;
const probeTimeoutMs = 30_000;

const candidatesOf = ({ chosen }: Choice, tools: readonly Rechecker[]): Candidate[] => {
  const taken = new Set(tools.map(({ name }) => name));
  return chosen.map(({ tool, program, findings }) => ({
    name: unique(tool.name, taken),
    command: tool.command(program),
    by: 'recognised',
    format: tool.format,
    timeoutMs: recognisedTimeoutMs,
    files: [...tool.files],
    findings,
    ...(tool.ruleOf && { ruleOf: tool.ruleOf }),
  }));
};

/** Null when the run was cancelled. */
const askAboutStart = async (performing: Performing, candidate: Candidate): Promise<Rechecker | null> => {
  const { engine } = performing;
  const { findings, ruleOf, format, ...tool } = candidate;
  await performing.emit({ type: 'recheck.started', name: tool.name, command: tool.command, by: tool.by });
  const files = takesFiles(tool.command) ? [...new Set(findings.flatMap(({ file }) => file ?? []))] : [];
  const looked = await lookWith(performing, { ...tool, format }, engine.custody.start.commit, files);
  if (looked.status === 'cancelled') return null;
  if (looked.status === 'error')
    return {
      ...tool,
      ...given({ format }),
      counts: {},
      watches: {},
      problem: looked.message,
    };
  return seen(tool, findings, looked, files, ruleOf);
};

type Ran = Extract<Looked, { status: 'ran' }>;

const seen = (
  tool: Omit<Rechecker, 'counts' | 'watches' | 'format' | 'problem'>,
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

/** What a tool was to look at, and does not report or could not be asked about. */
const notReported = ({ name, by, problem }: Rechecker, left: readonly Finding[], { chosen }: Choice): NotRechecked => {
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
const once = (reasons: readonly NotRechecked[]): NotRechecked[] => {
  const last = new Map<string, string>();
  for (const { findings, reason } of reasons) for (const id of findings) last.set(id, reason);
  return [...Map.groupBy(last, ([, reason]) => reason)].map(([reason, entries]) => ({
    findings: entries.map(([id]) => id),
    reason,
  }));
};
