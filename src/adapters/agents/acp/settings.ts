/** Chooses model and mode of a session, where an agent lets them be chosen. */
import { cutEnd } from '../../../plain/cut.ts';
import type { AgentAccess } from '../../../ports/agent.ts';
import { Settings } from './messages.ts';
import type { Reply, RpcRequest } from './peer.ts';

/** One thing that can be chosen, however the agent offers it. */
type Choice = { current: string | undefined; offered: readonly string[]; set: (value: string) => Promise<Reply> };

const modelOf = (settings: Settings, sessionId: string, request: RpcRequest): Choice | undefined =>
  optionOf('model', settings, sessionId, request) ??
  (settings.models && {
    current: settings.models.currentModelId,
    offered: settings.models.availableModels.map(({ modelId }) => modelId),
    set: (modelId) => request('session/set_model', { sessionId, modelId }),
  });

const modeOf = (settings: Settings, sessionId: string, request: RpcRequest): Choice | undefined =>
  optionOf('mode', settings, sessionId, request) ??
  (settings.modes && {
    current: settings.modes.currentModeId,
    offered: settings.modes.availableModes.map(({ id }) => id),
    set: (modeId) => request('session/set_mode', { sessionId, modeId }),
  });

const optionOf = (
  category: string,
  { configOptions }: Settings,
  sessionId: string,
  request: RpcRequest,
): Choice | undefined => {
  const option = configOptions.find((each) => (each.category ?? each.id) === category);
  return (
    option && {
      current: option.currentValue,
      offered: option.options,
      set: (value) => request('session/set_config_option', { sessionId, configId: option.id, value }),
    }
  );
};

/** Modes in which an agent asks before it changes anything, or cannot; the best first. */
const careful = ['read-only', 'default', 'ask', 'plan'];
/** Modes in which it does not ask at all. */
const careless = ['yolo', 'bypasspermissions', 'full-access', 'dontask'];

/** Null to leave it as it is. More than it has by itself is never given. */
export const modeFor = (
  access: AgentAccess,
  current: string | undefined,
  offered: readonly string[],
): string | null => {
  const isCareless = current !== undefined && careless.includes(current.toLowerCase());
  if (access === 'full' || (access === 'edit' && !isCareless)) return null;
  const wanted = access === 'edit' ? ['default', 'auto', 'ask'] : careful;
  const best = wanted.find((mode) => offered.includes(mode));
  return best === undefined || best === current ? null : best;
};

const chooseMode = async (choice: Choice | undefined, access: AgentAccess): Promise<string[]> => {
  const best = choice && modeFor(access, choice.current, choice.offered);
  if (!choice || typeof best !== 'string' || 'result' in (await choice.set(best))) return [];
  return [`cannot be put into its mode ${best}`];
};

const chooseModel = async (choice: Choice | undefined, model: string): Promise<string[]> => {
  if (choice === undefined) return [`does not let its model be chosen; ${model} is not used`];
  if (choice.current === model) return [];
  const reply = await choice.set(model);
  return 'error' in reply ? [`does not take the model ${model}: ${cutEnd(reply.error.message, 200)}`] : [];
};

/** Says what could not be chosen. */
export const applySettings = async (
  given: unknown,
  sessionId: string,
  { access, model }: { access: AgentAccess; model: string | undefined },
  request: RpcRequest,
): Promise<string[]> => {
  const settings = Settings.safeParse(given ?? {});
  if (!settings.success) return [];
  const problems = await chooseMode(modeOf(settings.data, sessionId, request), access);
  if (model === undefined) return problems;
  return [...problems, ...(await chooseModel(modelOf(settings.data, sessionId, request), model))];
};
