/** Tools of which nobody spoke, and which the repository has. */
import type { Finding } from '../../../model/finding.ts';
import { presenceOf, probe, readProbe, telling } from '../../../stages/recheck/presence.ts';
import { choose, type Choice, makersOf, type Presence } from '../../../stages/recheck/recognise.ts';
import type { KnownTool } from '../../../stages/recheck/tool.ts';
import type { Performing } from '../../engine.ts';
import { inRoom, isNoRoom, reasonOf } from './room.ts';

/** Tools of which nobody spoke: taken where the repository has them. Null when the run was cancelled. */
export const recognised = async (performing: Performing, findings: readonly Finding[]): Promise<Choice | null> => {
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

const probeTimeoutMs = 30_000;
