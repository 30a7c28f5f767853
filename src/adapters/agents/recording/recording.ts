/**
 * Records what agents are asked, say and change, into a folder that the run can be repeated from; secrets are taken out
 * first.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { RecordedCall, Recording, recordingFormat } from '../../../model/recording.ts';
import type { Agent, AgentRequest, AgentResult } from '../../../ports/agent.ts';
import type { ArtifactStore } from '../../../ports/artifacts.ts';
import { localArtifacts } from '../../artifacts/local.ts';
import {
  aboutOf,
  type CallAbout,
  callKey,
  callsAbout,
  callsFolder,
  codeOf,
  headFile,
  listCalls,
} from './recording-files.ts';
import { readRecordingJson } from './read-file.ts';
import { cleanPatch } from '../../../secrets/patch.ts';
import { type EventKeeper, keepEvents, type KeptEvents } from './event-keeper.ts';
import { cannotRecord, refusedFolder } from './record-folder.ts';
import type { Secrets } from '../../../secrets/secrets.ts';

type Cleaning = Pick<Secrets, 'clean' | 'json'>;

export type Recorder = {
  /** Keeps a call that is over; a problem when it could not be written. Never rejects. */
  call: (agent: string, request: AgentRequest, kept: KeptEvents, result: AgentResult) => Promise<string | null>;
  /**
   * Keeps what the last call in a workspace changed, as a patch against what the workspace held when the call began.
   * A problem when it could not be written. Never rejects.
   */
  patch: (workspace: string, patch: Uint8Array) => Promise<string | null>;
  events: () => EventKeeper;
};

export const mostHeadBytes = 1024 * 1024;
const mostCallCharacters = 16 * 1024 * 1024;
export const mostPatchBytes = 256 * 1024 * 1024;

/** Begins a recording, or goes on with that of the same run. */
export const openRecorder = async (
  folder: string,
  about: Omit<Recording, 'format'>,
  secrets: Cleaning,
): Promise<Recorder | { problem: string }> => {
  const earlier = readRecordingJson(join(folder, headFile), Recording, mostHeadBytes);
  const goesOn = 'value' in earlier && earlier.value.run === about.run;
  const refused = goesOn ? null : refusedFolder(folder);
  if (refused !== null) return { problem: refused };
  const files = localArtifacts(folder);
  try {
    const head = Recording.parse(secrets.clean({ ...about, format: recordingFormat }));
    if (!goesOn) await files.put(headFile, secrets.json(head, 2));
  } catch (error) {
    return { problem: cannotRecord(folder, error) };
  }
  const names = listCalls(folder);
  return new FolderRecorder(files, secrets, 'problem' in names ? [] : names);
};

type Written = { key: string; call: RecordedCall };

/** What would be too large to be read again is not written. */
const requireSize = (size: number, most: number, unit: string): void => {
  if (size > most) throw new Error(`it has ${size} ${unit}, more than the ${most} allowed`);
};

class FolderRecorder implements Recorder {
  readonly events = keepEvents;
  readonly #files: ArtifactStore;
  readonly #secrets: Cleaning;
  readonly #earlier: readonly string[];
  readonly #counts = new Map<string, number>();
  /** Calls whose change is not known yet, by workspace. */
  readonly #waiting = new Map<string, Written>();

  constructor(files: ArtifactStore, secrets: Cleaning, earlier: readonly string[]) {
    this.#files = files;
    this.#secrets = secrets;
    this.#earlier = earlier;
  }

  async call(agent: string, request: AgentRequest, kept: KeptEvents, result: AgentResult): Promise<string | null> {
    this.#waiting.delete(request.workspace);
    const { key, n } = this.#next(aboutOf(agent, request));
    try {
      const call = { ...this.#clean({ agent, n, request }, result), ...kept };
      await this.#write(key, call);
      // Whatever a call changed that should only read is put back.
      if (request.access !== 'read') this.#waiting.set(request.workspace, { key, call });
      return null;
    } catch (error) {
      return `the call could not be recorded as ${callsFolder}/${key}.json: ${codeOf(error)}`;
    }
  }

  async patch(workspace: string, patch: Uint8Array): Promise<string | null> {
    const last = this.#waiting.get(workspace);
    this.#waiting.delete(workspace);
    if (last === undefined || patch.length === 0) return null;
    try {
      await this.#writePatch(last, patch);
      return null;
    } catch (error) {
      return `the change could not be recorded as ${callsFolder}/${last.key}.patch: ${codeOf(error)}`;
    }
  }

  #clean(asked: { agent: string; n: number; request: AgentRequest }, result: AgentResult): RecordedCall {
    const answered = { ...result, answer: result.answer ?? null };
    const call = { format: recordingFormat, ...asked, result: answered, events: [], eventsLeftOut: 0 };
    return RecordedCall.parse(this.#secrets.clean(call));
  }

  #next(about: CallAbout): { key: string; n: number } {
    const first = callKey(about, 1);
    const n = (this.#counts.get(first) ?? callsAbout(this.#earlier, about).at(-1)?.n ?? 0) + 1;
    this.#counts.set(first, n);
    return { key: callKey(about, n), n };
  }

  async #write(key: string, call: RecordedCall): Promise<void> {
    const text = this.#secrets.json(call, 1);
    requireSize(text.length, mostCallCharacters, 'characters');
    await this.#files.put(`${callsFolder}/${key}.json`, text);
  }

  async #writePatch({ key, call }: Written, patch: Uint8Array): Promise<void> {
    requireSize(patch.length, mostPatchBytes, 'bytes');
    const { bytes, redacted } = cleanPatch(patch, this.#secrets.clean);
    await this.#files.put(`${callsFolder}/${key}.patch`, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await this.#write(key, { ...call, patch: { sha256, redacted } });
  }
}

/** The same agent, written down. A call that was cancelled is not kept: it will be asked for again. */
export const recordingAgent = (agent: Agent, recorder: Recorder): Agent => ({
  name: agent.name,
  run: async (request, hooks) => {
    const events = recorder.events();
    const result = await agent.run(request, {
      ...hooks,
      onEvent: (event) => {
        events.add(event);
        hooks.onEvent?.(event);
      },
    });
    if (result.outcome === 'cancelled') return result;
    const problem = await recorder.call(agent.name, request, events.end(), result);
    return problem === null ? result : { ...result, problems: [...result.problems, problem] };
  },
});
