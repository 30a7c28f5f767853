/** Wires the adapters into what a run needs. */
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { localArtifacts } from '../adapters/artifacts/local.ts';
import { systemClock } from '../adapters/clock.ts';
import { readDispositions } from '../adapters/files/dispositions.ts';
import { isProgram, readTextBelow, writePrivate } from '../adapters/files/files.ts';
import { openScratch } from '../adapters/files/scratch.ts';
import { runProcess } from '../adapters/process/run-process.ts';
import { localTrackers } from '../adapters/trackers/trackers.ts';
import { fewRooms } from '../adapters/rooms/few-rooms.ts';
import { createRooms } from '../adapters/rooms/rooms.ts';
import type { Config } from '../config/schema.ts';
import { rememberFindings } from '../findings/admit/remember.ts';
import { configInRun } from '../loop/config-in-run.ts';
import type { Engine, EngineRequest } from '../loop/engine.ts';
import { orUndo } from '../plain/or-undo.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { Rooms } from '../ports/room.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { agentsOf } from './agents.ts';
import { belowHome, cagesOf, sandboxOf } from './cage.ts';
import { callAgents } from './call-agents.ts';
import { cleanArtifacts } from './doors/artifacts.ts';
import { cleanCustody } from './doors/custody.ts';
import { cleanReaders } from './doors/readers.ts';
import { cleanRooms } from './doors/rooms.ts';
import { cleanTrackers } from './doors/trackers.ts';
import { runFolder } from './folders.ts';

/** Of changes. */
export type Reading = Pick<Engine, 'inspect' | 'expectChange'>;

/** What the App has for all runs. */
export type EngineWorld = {
  journal: Journal;
  stateDir: string;
  env: NodeJS.ProcessEnv;
  reading: Reading;
  /** What was cleaned on its way into a run is not gone through again where it leaves. */
  secrets: Secrets;
};

/** The recording is begun last: what else fails leaves none in the user's folder. */
export const createEngine = (world: EngineWorld, request: EngineRequest): Promise<Engine> =>
  orUndo(async (undo) => {
    const { stateDir, env, secrets } = world;
    const { repo, custody, config } = request;
    const folder = runFolder(stateDir, repo.id, request.run);
    const openSandbox = sandboxOf(config, env, repo.root);
    const sandbox = await openSandbox?.();
    // It is needed soon, and takes its time: others wait for what is found out here.
    sandbox?.check().catch(() => undefined);
    const most = config.verify.concurrency ?? availableParallelism();
    const rooms = fewRooms(await openRooms(world, request, sandbox), most);
    undo.defer(rooms.close);
    const passEnv = passFrom(env);
    const agents = agentsOf({ config, passEnv, cageFor: cagesOf(config, repo.root, openSandbox, env) });
    return {
      custody: cleanCustody(custody, secrets),
      rooms: cleanRooms(rooms, secrets, configInRun(config, secrets)),
      artifacts: cleanArtifacts(localArtifacts(join(folder, 'artifacts'), stateDir), secrets),
      clean: secrets.clean,
      ...world.reading,
      passEnv,
      ...cleanReaders(secrets),
      trackers: cleanTrackers(localTrackers({ stateDir, env, runProcess }), secrets),
      published: repo.published,
      ...filesOf(stateDir, folder),
      ...memoryOf(world, request),
      clock: clockOf(request),
      ...(await callAgents(request, secrets, agents)),
    };
  });

const openRooms = (
  { stateDir, env }: EngineWorld,
  { repo, custody, config, run }: EngineRequest,
  sandbox: Sandbox | undefined,
): Promise<Rooms> =>
  createRooms({
    custody,
    root: repo.root,
    stateDir,
    runFolder: runFolder(stateDir, repo.id, run),
    repositoryFolder: join(stateDir, repo.id),
    sandbox,
    needs: needsOf(config, env),
    home: env['HOME'] || homedir(),
    env,
    runProcess,
  });

const needsOf = (
  { verify: { needs } }: Config,
  env: NodeJS.ProcessEnv,
): Parameters<typeof createRooms>[0]['needs'] => ({
  ...needs,
  readable: belowHome(env, needs.readable),
  writable: belowHome(env, needs.writable),
});

const passFrom =
  (env: NodeJS.ProcessEnv): Engine['passEnv'] =>
  (names) =>
    Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));

const filesOf = (
  stateDir: string,
  folder: string,
): Pick<Engine, 'scratch' | 'readText' | 'writeText' | 'isProgram'> => ({
  scratch: openScratch(stateDir, join(folder, 'scratch')),
  readText: readTextBelow,
  writeText: writePrivate,
  isProgram,
});

/** What is remembered of earlier runs, and what people decided for good. */
const memoryOf = ({ journal }: EngineWorld, { repo, from }: EngineRequest): Pick<Engine, 'known' | 'dispositions'> => ({
  known: () => rememberFindings(journal, repo.id),
  dispositions: () => readDispositions({ root: repo.root, from }),
});

/** What was waited for once is not waited for again. */
const clockOf = ({ replay }: EngineRequest): Clock =>
  replay === undefined ? systemClock : { ...systemClock, sleep: async () => undefined };
