/** Chooses model and mode of a session, where an agent lets them be chosen. */
import type { AgentAccess } from '../../../ports/agent.ts';
import { Settings } from './messages.ts';
import type { Reply } from './peer.ts';
import { cutEnd } from '../../../plain/cut.ts';

type Request = (method: string, params: unknown) => Promise<Reply>;

/** One thing that can be chosen, however the agent offers it. */
type Choice = { current: string | undefined; offered: readonly string[]; set: (value: string) => Promise<Reply> };

const modelOf = (settings: Settings, sessionId: string, request: Request): Choice | undefined =>
  optionOf('model', settings, sessionId, request) ??
  (settings.models && {
    current: settings.models.currentModelId,
    offered: settings.models.availableModels.map(({ modelId }) => modelId),
    set: (modelId) => request('session/set_model', { sessionId, modelId }),
  });

const modeOf = (settings: Settings, sessionId: string, request: Request): Choice | undefined =>
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
  request: Request,
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

/** Says what could not be chosen. */
export const applySettings = async (
  given: unknown,
  sessionId: string,
  wanted: { access: AgentAccess; model: string | undefined },
  request: Request,
): Promise<string[]> => {
  const settings = Settings.safeParse(given ?? {});
  if (!settings.success) return [];
  const problems: string[] = [];
  const mode = modeOf(settings.data, sessionId, request);
  const best = mode && modeFor(wanted.access, mode.current, mode.offered);
  if (mode && typeof best === 'string' && !('result' in (await mode.set(best))))
    problems.push(`cannot be put into its mode ${best}`);
  if (wanted.model === undefined) return problems;
  const model = modelOf(settings.data, sessionId, request);
  if (model === undefined) return [...problems, `does not let its model be chosen; ${wanted.model} is not used`];
  if (model.current === wanted.model) return problems;
  const reply = await model.set(wanted.model);
  return 'error' in reply
    ? [...problems, `does not take the model ${wanted.model}: ${cutEnd(reply.error.message, 200)}`]
    : problems;
};
