/**
 * Records what agents are asked, say and change, into a folder that the run can be repeated from; secrets are taken out
 * first.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RecordedCall, Recording, type RecordedEvent, recordingFormat } from '../../../model/recording.ts';
import type { Agent, AgentEvent, AgentRequest, AgentResult } from '../../../ports/agent.ts';
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
  readRecordingJson,
} from './recording-files.ts';
import { cleanPatch } from '../../../secrets/patch.ts';
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

/** What speaks against recording into this folder, for a person; null when nothing does. */
export const refusedFolder = (folder: string): string | null => {
  try {
    const info = lstatSync(folder);
    if (!info.isDirectory()) return `${folder} is not a folder. Name one that is not there yet, or an empty one.`;
    const names = readdirSync(folder);
    if (names.length === 0) return null;
    return names.includes(headFile)
      ? `${folder} holds a recording already, and two runs in one could not be told apart. ` +
          'Name another folder, or remove this one first.'
      : `${folder} is not empty and holds no recording. Name a folder that is not there yet, or an empty one.`;
  } catch (error) {
    return codeOf(error) === 'ENOENT'
      ? null
      : `${folder} cannot be recorded into (${codeOf(error)}). Name another folder.`;
  }
};

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
    return { problem: `${folder} cannot be recorded into (${codeOf(error)}). Name another folder.` };
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
      const asked = { format: recordingFormat, agent, n, request };
      const whole = { ...asked, result: { ...result, answer: result.answer ?? null }, events: [], eventsLeftOut: 0 };
      const call = { ...RecordedCall.parse(this.#secrets.clean(whole)), ...kept };
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

export type KeptEvents = Pick<RecordedCall, 'events' | 'eventsLeftOut'>;
export type EventKeeper = { add: (event: AgentEvent) => void; end: () => KeptEvents };

const mostEvents = 20_000;
const mostEventCharacters = 2 * 1024 * 1024;

/** Pieces of text are put together, so that a secret in two of them is seen when they are written. */
const keepEvents = (): EventKeeper => {
  const events: RecordedEvent[] = [];
  let [characters, eventsLeftOut] = [0, 0];
  const keep = (event: RecordedEvent): void => {
    const size = JSON.stringify(event).length;
    if (events.length >= mostEvents || characters + size > mostEventCharacters) {
      eventsLeftOut += 1;
      return;
    }
    characters += size;
    const last = events.at(-1);
    if (event.kind === 'text' && last?.kind === 'text') last.text += event.text;
    else events.push(event);
  };
  const keepText = (text: string): void => {
    if (text !== '') keep({ kind: 'text', text });
  };
  return {
    add: (event) => {
      switch (event.kind) {
        case 'text':
          return keepText(event.text);
        case 'tool':
        case 'file':
          return keep({ ...event });
        case 'usage':
          return keep({ kind: 'usage', usage: { ...event.usage } });
        default:
          return event satisfies never;
      }
    },
    end: () => ({ events, eventsLeftOut }),
  };
};

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
