/** What agents that are known are told beside the protocol, which has no words for it. Means nothing to all others. */
import type { AgentRequest } from '../../../ports/agent.ts';

type Asked = Pick<AgentRequest, 'access' | 'commands'>;

/** Agents that put a command itself where others put a name for it. */
export const titlesAreCommands = (agent: string | undefined): boolean => agent === 'gemini-cli';

export const environmentFor = (asked: Asked): Record<string, string> => ({
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_PERMISSION: JSON.stringify(opencodePermission(asked)),
  GEMINI_CLI_NO_RELAUNCH: 'true',
});

/**
 * It asks about nothing by itself, and gives up when it is refused: what cannot be allowed is forbidden from the start.
 */
const opencodePermission = ({ access, commands }: Asked): object => {
  if (access === 'full') return { '*': 'allow', question: 'deny' };
  const harmless = {
    read: 'allow',
    list: 'allow',
    glob: 'allow',
    grep: 'allow',
    lsp: 'allow',
    todoread: 'allow',
    todowrite: 'allow',
    'fixpoint_*': 'allow',
  };
  if (access === 'read') return { '*': 'deny', ...harmless };
  const bash = { '*': 'deny', ...Object.fromEntries(commands.map((line) => [line, 'ask'])) };
  return { '*': 'deny', ...harmless, task: 'allow', edit: 'ask', bash };
};
