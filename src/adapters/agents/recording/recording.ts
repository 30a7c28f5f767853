/**
 * Records what agents are asked, say and change, into a folder that the run can be repeated from; secrets are taken out
 * first.
 */
import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Recording, recordingFormat } from '../../../model/recording.ts';
import type { Agent } from '../../../ports/agent.ts';
import type { ArtifactStore } from '../../../ports/artifacts.ts';
import { localArtifacts } from '../../artifacts/local.ts';
import { type Cleaning, FolderRecorder, type Recorder } from './folder-recorder.ts';
import { readRecordingJson } from './read-file.ts';
import { cannotRecord, refusedFolder } from './record-folder.ts';
import { headFile, listCalls, mostHeadBytes } from './recording-files.ts';

/** Begins a recording, or goes on with that of the same run. */
export const openRecorder = async (
  folder: string,
  about: Omit<Recording, 'format'>,
  secrets: Cleaning,
): Promise<Recorder | { problem: string }> => {
  const earlier = readRecordingJson(join(folder, headFile), Recording, mostHeadBytes);
  const goesOn = 'value' in earlier && earlier.value.run === about.run;
  const files = localArtifacts(folder);
  const problem = goesOn ? null : (refusedFolder(folder) ?? (await writeHead(files, about, secrets, folder)));
  if (problem !== null) return { problem };
  const names = listCalls(folder);
  const discard = async (): Promise<void> => (goesOn ? undefined : removeHead(folder));
  return new FolderRecorder(files, secrets, { names: 'problem' in names ? [] : names, discard });
};

const writeHead = async (
  files: ArtifactStore,
  about: Omit<Recording, 'format'>,
  secrets: Cleaning,
  folder: string,
): Promise<string | null> => {
  try {
    const head = Recording.parse(secrets.clean({ ...about, format: recordingFormat }));
    await files.put(headFile, secrets.json(head, 2));
    return null;
  } catch (error) {
    return cannotRecord(folder, error);
  }
};

/** The folder too, unless something else is in it by now. */
const removeHead = async (folder: string): Promise<void> => {
  await rm(join(folder, headFile), { force: true });
  await rmdir(folder).catch(() => undefined);
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
