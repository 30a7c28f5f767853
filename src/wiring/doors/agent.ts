/** The doors around an agent: what it is asked is cleaned on its way in, what it says on its way out. */
import type { Agent, AgentEvent, AgentHooks, AgentRequest, AgentResult, AgentSession } from '../../ports/agent.ts';
import type { Secrets } from '../../secrets/secrets.ts';

/**
 * An agent that never gets a secret to read. Machine-made edits reach it as they are: they are code that is put back.
 */
export const cleanQuestions = ({ name, run }: Agent, { thorough }: Secrets): Agent => ({
  name,
  run: async (request, hooks) => run(await askedOf(request, thorough), hooks),
});

const askedOf = async (request: AgentRequest, thorough: Secrets['thorough']): Promise<AgentRequest> => ({
  ...request,
  prompt: await thorough(request.prompt),
  input: await thorough(request.input),
});

/** An agent that never says a secret: not live, not in its answer, not in what is kept of it. */
export const cleanAnswers = ({ name, run }: Agent, secrets: Secrets): Agent => ({
  name,
  run: async (request, hooks) => {
    const watched = cleanHooks(hooks, secrets);
    try {
      return await cleanResult(await run(request, watched.hooks), secrets);
    } finally {
      watched.end();
    }
  },
});

const cleanResult = async (
  { session, ...result }: AgentResult,
  { clean, thorough }: Secrets,
): Promise<AgentResult> => ({
  ...(await thorough(result)),
  ...keptSession(session, clean),
});

/** A session whose id holds a secret is not gone on with. */
const keptSession = (session: AgentSession | undefined, clean: Secrets['clean']): { session?: AgentSession } =>
  session && clean(session.id) === session.id ? { session } : {};

/** Text is passed on as soon as it is clear that no secret goes on in the next piece. */
const cleanHooks = (hooks: AgentHooks, { clean, stream }: Secrets): { hooks: AgentHooks; end: () => void } => {
  const text = stream();
  const tell = (event: AgentEvent): void => hooks.onEvent?.(event);
  const tellText = (piece: string): void => {
    if (piece !== '') tell({ kind: 'text', text: piece });
  };
  return {
    hooks: {
      ...hooks,
      onEvent: (event) => (event.kind === 'text' ? tellText(text.write(event.text)) : tell(clean(event))),
    },
    end: () => tellText(text.end()),
  };
};
