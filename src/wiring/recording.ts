/** Recording a run's agents, and playing a recording in their place. */
import type { Recorder } from '../adapters/agents/recording/folder-recorder.ts';
import { openRecorder } from '../adapters/agents/recording/recording.ts';
import { refusedFolder } from '../adapters/agents/recording/record-folder.ts';
import { openReplay, type Replay } from '../adapters/agents/recording/replay.ts';
import { agentsInUse, fixerOf, settingsOf } from '../config/agents.ts';
import type { AgentConfig, Config } from '../config/schema.ts';
import { AgentSettings } from '../config/sections/agents.ts';
import type { RecordedAgent, Recording } from '../model/recording.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { version } from '../version.ts';
import { InputError } from '../model/expected.ts';
import { machine } from '../model/run/machine-made.ts';
import { given } from '../plain/given.ts';

/** Before anything is created: a folder that cannot be recorded into ends it here. */
export const checkRecordFolder = (folder: string): void => {
  const refused = refusedFolder(folder);
  if (refused !== null) throw new InputError(`--record: ${refused}`);
};

export type RecordingStart = { folder: string; run: string; start: string; config: Config; secrets: Secrets };

/** Also goes on with the recording of a run that is resumed. */
export const startRecording = async ({ folder, run, start, config, secrets }: RecordingStart): Promise<Recorder> => {
  const { agents: ladder } = config.fix;
  const agent = fixerOf(config) ?? machine;
  const recorder = await openRecorder(
    folder,
    { fixpoint: version, run, start, agent, ...given({ ladder }), agents: recordedAgents(config) },
    secrets,
  );
  if ('problem' in recorder) throw new InputError(`--record: ${recorder.problem}`);
  return recorder;
};

/** Everybody who may be called. */
const recordedAgents = (config: Config): Recording['agents'] =>
  Object.fromEntries(
    agentsInUse(config).flatMap((name): [string, RecordedAgent][] => {
      const settings = settingsOf(config, name);
      return settings ? [[name, recorded(settings)]] : [];
    }),
  );

const recorded = ({ kind, model, context, access, answer, price, fallback }: AgentConfig): RecordedAgent => ({
  kind,
  context,
  access,
  answer,
  ...given({ model }),
  ...(price !== undefined && { price: { ...price, cachedPerMTok: price.cachedPerMTok } }),
  ...given({ fallback }),
});

export const loadReplay = (folder: string): Replay => {
  const replay = openReplay(folder);
  if ('problem' in replay) throw new InputError(`--agent replay: ${replay.problem}`);
  return replay;
};

/** The configuration with the agents of a recording: their names, prices and limits decide which way the loop takes. */
export const withReplay = (config: Config, { recording }: Replay): Config => ({
  ...config,
  agents: {
    ...config.agents,
    ...Object.fromEntries(Object.entries(recording.agents).map(([name, agent]) => [name, settings(name, agent)])),
  },
  fix: { ...config.fix, ...fixersIn(recording) },
});

const fixersIn = ({ agent, ladder }: Recording): Pick<Config['fix'], 'agent' | 'agents'> =>
  ladder === undefined ? { agent, agents: undefined } : { agent: undefined, agents: ladder };

const settings = (name: string, agent: RecordedAgent): Config['agents'][string] => {
  const parsed = AgentSettings.safeParse(agent);
  if (parsed.success) return parsed.data;
  const why = parsed.error.issues[0]?.message ?? '';
  throw new InputError(`--agent replay: the settings of agent ${name} in the recording cannot be used: ${why}`);
};
