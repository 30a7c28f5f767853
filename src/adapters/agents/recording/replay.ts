/** Plays a recording in place of agents: what was recorded about the same findings is said and changed again. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type RecordedCall, Recording } from '../../../model/recording.ts';
import type { Agent, AgentHooks, AgentRequest, AgentResult } from '../../../ports/agent.ts';
import { applyPatch } from '../../git/workspace/apply-patch.ts';
import { failedCall } from '../shared/failed-call.ts';
import { findCall, isSamePrompt, type Source } from './find-call.ts';
import { type FileRead, readRecordingFile, readRecordingJson } from './read-file.ts';
import { callsFolder, headFile, listCalls, mostHeadBytes, mostPatchBytes } from './recording-files.ts';

export type Replay = { recording: Recording; agent: (name: string) => Agent };

/** What a recording holds, or why it cannot be played. Nothing in it is trusted: it may come from anybody. */
export const openReplay = (folder: string): Replay | { problem: string } => {
  const head = readRecordingJson(join(folder, headFile), Recording, mostHeadBytes);
  if ('problem' in head) return { problem: `${folder} cannot be played as a recording: ${head.problem}` };
  const names = listCalls(folder);
  if ('problem' in names) return { problem: `${folder} cannot be played as a recording: ${names.problem}` };
  const played = new Set<string>();
  return { recording: head.value, agent: (name) => replayAgent(name, { folder, names, played }) };
};

const replayAgent = (name: string, source: Source): Agent => ({
  name,
  run: async (request, hooks) => {
    if (hooks.signal.aborted) return failedCall('cancelled', 'cancelled before it began');
    const found = findCall(name, request, source);
    if ('problem' in found) return failedCall('crashed', found.problem);
    const { key, call } = found;
    source.played.add(key);
    const misfit = await change(key, call, request, source);
    if (misfit !== null) return failedCall('crashed', misfit);
    return tell(call, request, hooks);
  },
});

/** Changes the workspace as the agent did. */
const change = async (
  key: string,
  { patch }: RecordedCall,
  request: AgentRequest,
  { folder }: Source,
): Promise<string | null> => {
  if (patch === undefined || request.access === 'read') return null;
  const name = `${callsFolder}/${key}.patch`;
  const file: FileRead = readRecordingFile(join(folder, name), mostPatchBytes);
  if ('problem' in file) return `the recorded change cannot be made: ${file.problem}`;
  if (createHash('sha256').update(file.bytes).digest('hex') !== patch.sha256)
    return `the recorded change ${name} is not the one that was recorded: its digest is another`;
  const misfit = await applyPatch(request.workspace, file.bytes);
  if (misfit === null) return null;
  return `the recorded change ${name} does not fit, most likely since ${whyNot(patch)}: ${misfit}`;
};

const whyNot = ({ redacted }: NonNullable<RecordedCall['patch']>): string =>
  redacted ? 'secrets were taken out of it when it was recorded' : 'the files are not those of the recorded run';

const tell = (call: RecordedCall, request: AgentRequest, hooks: AgentHooks): AgentResult => {
  for (const event of call.events) hooks.onEvent?.(event);
  const { answer, ...result } = call.result;
  const now = new Map(request.input.findings.map(({ id, code }) => [code, id]));
  const ids = new Map(call.request.input.findings.map(({ id, code }) => [id, now.get(code) ?? id]));
  return { ...result, answer: translate(answer, ids), problems: [...result.problems, ...differences(call, request)] };
};

/** An answer names findings by ids that may be others here. */
const translate = (value: unknown, ids: ReadonlyMap<string, string>, depth = 0): unknown => {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (typeof value !== 'object' || value === null || depth > 64) return value;
  if (Array.isArray(value)) return value.map((each) => translate(each, ids, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [ids.get(key) ?? key, translate(each, ids, depth + 1)]),
  );
};

/** Prompts of later attempts quote what commands printed, times and all: only those before them can be compared. */
const isFirst = ({ input }: AgentRequest): boolean =>
  input.role !== 'fix' || Object.values(input.attempts).every((attempts) => attempts.length === 0);

const differences = (call: RecordedCall, request: AgentRequest): string[] => {
  const redacted = call.patch?.redacted === true ? ['secrets were taken out of the recorded change'] : [];
  return isFirst(request) && !isSamePrompt(call, request)
    ? ['the prompt is not the one that was recorded', ...redacted]
    : redacted;
};
