/** Writes the calls of agents into the folder of a recording. */
import { createHash } from 'node:crypto';
import { RecordedCall, recordingFormat } from '../../../model/recording.ts';
import type { AgentRequest, AgentResult } from '../../../ports/agent.ts';
import type { ArtifactStore } from '../../../ports/artifacts.ts';
import { cleanPatch } from '../../../secrets/patch.ts';
import type { Secrets } from '../../../secrets/secrets.ts';
import { type EventKeeper, keepEvents, type KeptEvents } from './event-keeper.ts';
import {
  aboutOf,
  type CallAbout,
  callKey,
  callsAbout,
  callsFolder,
  codeOf,
  mostPatchBytes,
} from './recording-files.ts';

export type Cleaning = Pick<Secrets, 'clean' | 'json' | 'thorough'>;

export type Recorder = {
  /** Keeps a call that is over; a problem when it could not be written. Never rejects. */
  call: (agent: string, request: AgentRequest, kept: KeptEvents, result: AgentResult) => Promise<string | null>;
  /**
   * Keeps what the last call in a workspace changed, as a patch against what the workspace held when the call began.
   * A problem when it could not be written. Never rejects.
   */
  patch: (workspace: string, patch: Uint8Array) => Promise<string | null>;
  events: () => EventKeeper;
  /** Takes back what opening it has written. */
  discard: () => Promise<void>;
};

/** The calls that the folder held already, and how to take back that it was opened. */
export type Opened = { names: readonly string[]; discard: Recorder['discard'] };

const mostCallCharacters = 16 * 1024 * 1024;

type Written = { key: string; call: RecordedCall };

/** What would be too large to be read again is not written. */
const requireSize = (size: number, most: number, unit: string): void => {
  if (size > most) throw new Error(`it has ${size} ${unit}, more than the ${most} allowed`);
};

export class FolderRecorder implements Recorder {
  readonly events = keepEvents;
  readonly #files: ArtifactStore;
  readonly #secrets: Cleaning;
  readonly discard: Recorder['discard'];
  readonly #earlier: readonly string[];
  readonly #counts = new Map<string, number>();
  /** Calls whose change is not known yet, by workspace. */
  readonly #waiting = new Map<string, Written>();

  constructor(files: ArtifactStore, secrets: Cleaning, { names, discard }: Opened) {
    this.#files = files;
    this.#secrets = secrets;
    this.#earlier = names;
    this.discard = discard;
  }

  async call(agent: string, request: AgentRequest, kept: KeptEvents, result: AgentResult): Promise<string | null> {
    this.#waiting.delete(request.workspace);
    const { key, n } = this.#next(aboutOf(agent, request));
    try {
      const call = { ...(await this.#clean({ agent, n, request }, result)), ...kept };
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

  async #clean(asked: { agent: string; n: number; request: AgentRequest }, result: AgentResult): Promise<RecordedCall> {
    const answered = { ...result, answer: result.answer ?? null };
    const call = { format: recordingFormat, ...asked, result: answered, events: [], eventsLeftOut: 0 };
    return RecordedCall.parse(await this.#secrets.thorough(call));
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
