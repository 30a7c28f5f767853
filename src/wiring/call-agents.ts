/** How the agents of a run are called: as they are, recorded, or from a recording. */
import type { Engine, EngineRequest } from '../loop/engine.ts';
import { machine } from '../model/run/machine-made.ts';
import type { Agent } from '../ports/agent.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { cleanAnswers, cleanQuestions } from './doors/agent.ts';

type AgentNamed = Engine['agent'];
type Calls = Pick<Engine, 'agent' | 'recordPatch' | 'discardRecording'>;

/** What agents are asked and answer is clean. */
export const callAgents = async (request: EngineRequest, secrets: Secrets, agentNamed: AgentNamed): Promise<Calls> => {
  const cleanNamed: AgentNamed = (name) => cleanAnswers(agentNamed(name), secrets);
  const { agent, ...recording } = await recordedOrReplayed(request, secrets, cleanNamed);
  return { agent: (name) => cleanQuestions(agent(name), secrets), ...recording };
};

const noRecording = { recordPatch: async (): Promise<null> => null, discardRecording: async (): Promise<void> => {} };

const recordedOrReplayed = async (request: EngineRequest, secrets: Secrets, agentNamed: AgentNamed): Promise<Calls> => {
  const { record, replay } = request;
  if (replay !== undefined) {
    const { loadReplay } = await import('./recording.ts');
    const played = loadReplay(replay);
    const agent = unlessMachine(agentNamed, (name) => cleanAnswers(played.agent(name), secrets));
    return { agent, ...noRecording };
  }
  if (record !== undefined) return recorded({ ...request, record }, secrets, agentNamed);
  return { agent: agentNamed, ...noRecording };
};

const recorded = async (
  { record, run, custody, config }: EngineRequest & { record: string },
  secrets: Secrets,
  agentNamed: AgentNamed,
): Promise<Calls> => {
  const { startRecording } = await import('./recording.ts');
  const { recordingAgent } = await import('../adapters/agents/recording/recording.ts');
  const recorder = await startRecording({ folder: record, run, start: custody.start.commit, config, secrets });
  return {
    agent: unlessMachine(agentNamed, (name) => recordingAgent(agentNamed(name), recorder)),
    recordPatch: (workspace, patch) => recorder.patch(workspace, patch),
    discardRecording: recorder.discard,
  };
};

/** Machine-made fixes are neither recorded nor played: they come out the same each time. */
const unlessMachine =
  (agentNamed: AgentNamed, otherwise: (name: string) => Agent): AgentNamed =>
  (name) =>
    name === machine ? agentNamed(name) : otherwise(name);
