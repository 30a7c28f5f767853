/** Wires the adapters into what a run needs. */
import { machine } from '../model/run/machine-made.ts';
import { realpath, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { localArtifacts } from '../adapters/artifacts/local.ts';
import { systemClock } from '../adapters/clock.ts';
import { runProcess } from '../adapters/process/run-process.ts';
import { createRooms } from '../adapters/rooms/rooms.ts';
import { rememberFindings } from '../findings/admit/remember.ts';
import { type Config, formatNames } from '../config/schema.ts';
import type { Engine, EngineRequest } from '../loop/engine.ts';
import type { Journal } from '../ports/journal.ts';
import { readFindings } from '../findings/read/read.ts';
import { notingFolder } from '../findings/read/tool-formats.ts';
import { cleanFindings } from '../findings/read/clean-findings.ts';
import { createSecrets, type Secrets } from '../secrets/secrets.ts';
import { agentsOf } from './agents.ts';
import { belowHome, cagesOf, sandboxOf } from './cage.ts';
import { readDispositions } from '../adapters/files/dispositions.ts';
import { cleanAnswers, cleanQuestions } from './doors/agent.ts';
import { cleanArtifacts } from './doors/artifacts.ts';
import { configInRun } from '../loop/config-in-run.ts';
import { cleanCustody } from './doors/custody.ts';
import { cleanRooms } from './doors/rooms.ts';
import { readReview } from './read-review.ts';
import { isProgram, readMatching, readTextBelow, scratchIn } from '../adapters/files/files.ts';
import { lookIn } from '../adapters/files/look-in.ts';
import { runFolder } from './folders.ts';

/** What the App has for all runs. */
export type EngineWorld = { journal: Journal; stateDir: string; env: NodeJS.ProcessEnv };

export const createEngine = async (world: EngineWorld, request: EngineRequest): Promise<Engine> => {
  const { journal, stateDir, env } = world;
  const { repo, custody, config, run } = request;
  const folder = runFolder(stateDir, repo.id, run);
  const secrets = createSecrets(env);
  const { clean } = secrets;
  const passEnv = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  const open = sandboxOf(config, env, repo.root);
  const agents = agentsOf({ config, passEnv, cageFor: cagesOf(config, repo.root, open, env) });
  const { agent, recordPatch } = await callAgents(request, secrets, agents);
  const rooms = await createRooms({
    custody,
    root: repo.root,
    stateDir,
    runFolder: folder,
    repositoryFolder: join(stateDir, repo.id),
    sandbox: await open?.(),
    needs: needsOf(config, env),
    home: env['HOME'] || homedir(),
    env,
    runProcess,
  });
  return {
    custody: cleanCustody(custody, secrets),
    agent,
    recordPatch,
    rooms: cleanRooms(rooms, secrets, configInRun(config, secrets)),
    artifacts: cleanArtifacts(localArtifacts(join(folder, 'artifacts'), stateDir), secrets),
    // What was waited for once is not waited for again.
    clock: request.replay === undefined ? systemClock : { ...systemClock, sleep: async () => undefined },
    clean,
    scratch: () => scratchIn(stateDir, join(folder, 'scratch')),
    readText: readTextBelow,
    writeText: (path, text) => writeFile(path, text, { mode: 0o600 }),
    isProgram,
    passEnv,
    readToolOutput: async (text, reviewer, root) => {
      const format = formatNames.find((name) => name === reviewer.format);
      // Tools print the path they were started in, or what is behind it.
      const read = await readFindings(
        { name: `output of ${reviewer.name}`, text },
        { ...lookIn(root, reviewer.folder), otherRoots: [await realpath(root)], fromTool: true, format },
      );
      return clean(cleanFindings(notingFolder(read, reviewer.folder ?? ''), secrets));
    },
    readReview: (result, reviewer, root) => readReview(result, reviewer, root, secrets),
    readFiles: async (...files) => clean(await readMatching(...files)),
    known: () => rememberFindings(journal, repo.id),
    dispositions: () => readDispositions({ root: repo.root, from: request.from }),
  };
};

const needsOf = (
  { verify: { needs } }: Config,
  env: NodeJS.ProcessEnv,
): Parameters<typeof createRooms>[0]['needs'] => ({
  ...needs,
  readable: belowHome(env, needs.readable),
  writable: belowHome(env, needs.writable),
});

/** As they are, recorded, or from a recording. Machine-made fixes need neither. */
const callAgents = async (
  { record, replay, run, custody, config }: EngineRequest,
  secrets: Secrets,
  agentNamed: Engine['agent'],
): Promise<Pick<Engine, 'agent' | 'recordPatch'>> => {
  const cleanNamed: Engine['agent'] = (name) => cleanAnswers(agentNamed(name), secrets);
  const unrecorded = {
    agent: (name: string) => cleanQuestions(cleanNamed(name), secrets),
    recordPatch: async () => null,
  };
  if (record === undefined && replay === undefined) return unrecorded;
  const { loadReplay, startRecording } = await import('./recording.ts');
  if (replay !== undefined) {
    const played = loadReplay(replay);
    return {
      agent: (name) =>
        cleanQuestions(name === machine ? cleanNamed(name) : cleanAnswers(played.agent(name), secrets), secrets),
      recordPatch: async () => null,
    };
  }
  if (record === undefined) return unrecorded;
  const { recordingAgent } = await import('../adapters/agents/recording/recording.ts');
  const recorder = await startRecording({
    folder: record,
    run,
    start: custody.start.commit,
    config,
    secrets,
  });
  return {
    agent: (name) =>
      cleanQuestions(name === machine ? cleanNamed(name) : recordingAgent(cleanNamed(name), recorder), secrets),
    recordPatch: (workspace, patch) => recorder.patch(workspace, patch),
  };
};
