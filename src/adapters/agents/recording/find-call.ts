/** Finds the call of a recording that answers a request. */
import { join } from 'node:path';
import { RecordedCall } from '../../../model/recording.ts';
import type { AgentRequest } from '../../../ports/agent.ts';
import { readRecordingJson } from './read-file.ts';
import { aboutOf, type CallAbout, callsAbout, callsFolder, groupOf } from './recording-files.ts';

/** `played`: names of calls that were played already. */
export type Source = { folder: string; names: readonly string[]; played: Set<string> };

export type Found = { key: string; call: RecordedCall };

/**
 * The next one that was not played yet; one with the very same prompt first, since a resumed run begins in the middle.
 */
export const findCall = (
  agent: string,
  request: AgentRequest,
  { folder, names, played }: Source,
): Found | { problem: string } => {
  const about = aboutOf(agent, request);
  const all = callsAbout(names, about);
  let next: Found | { problem: string } | undefined;
  for (const { key } of all) {
    if (played.has(key)) continue;
    const found = readCall(folder, key, about);
    if ('call' in found && isSamePrompt(found.call, request)) return found;
    next ??= found;
  }
  return next ?? { problem: notRecorded(about, all.length, folder, names) };
};

const readCall = (folder: string, key: string, about: CallAbout): Found | { problem: string } => {
  const read = readRecordingJson(join(folder, callsFolder, `${key}.json`), RecordedCall, mostCallBytes);
  if ('problem' in read) return read;
  const call = read.value;
  return groupOf(aboutOf(call.agent, call.request)) === groupOf(about)
    ? { key, call }
    : { problem: `${callsFolder}/${key}.json is about something else than its name says` };
};

const mostCallBytes = 64 * 1024 * 1024;
const mostListed = 20;

const notRecorded = (
  { agent, role, names: asked }: CallAbout,
  same: number,
  folder: string,
  names: readonly string[],
): string => {
  const about =
    asked.length === 0 ? '' : ` ${role === 'review' ? 'as' : 'about'} ${asked.slice(0, mostListed).join(', ')}`;
  const wanted = `call ${same + 1} of ${agent}${role === 'fix' ? '' : ` to ${role}`}${about}`;
  const listed = names.toSorted().slice(0, mostListed).join(', ') || 'none';
  const more = names.length > mostListed ? ` and ${names.length - mostListed} more` : '';
  return (
    `the recording ${folder} does not hold ${wanted}; it has these calls: ${listed}${more}. ` +
    'The run took another way than the recorded one.'
  );
};

/** Ids of runs and findings are different elsewhere, and mean the same. */
export const isSamePrompt = (call: RecordedCall, request: AgentRequest): boolean => {
  const { prompt, input } = call.request;
  return (
    prompt === request.prompt ||
    withoutIds(prompt, input.run, idsOf(call.request.input.findings)) ===
      withoutIds(request.prompt, request.input.run, idsOf(request.input.findings))
  );
};

const idsOf = (findings: readonly { id: string; code: string }[]): [string, string][] =>
  findings.map(({ id, code }) => [id, code]);

const withoutIds = (prompt: string, run: string, ids: readonly [string, string][]): string => {
  const names = new Map<string, string>([[run, 'run'], ...ids]);
  return prompt.replaceAll(/[\w-]+/g, (word) => names.get(word) ?? word);
};
