/** What opencode may do in a call. */
import type { AgentRequest } from '../../../ports/agent.ts';
import type { AnswerTools } from '../shared/driver.ts';

type Rules = Record<string, string | Record<string, string>>;

const reading: Rules = {
  glob: 'allow',
  grep: 'allow',
  list: 'allow',
  read: { '*': 'allow', '*.env': 'deny', '*.env.*': 'deny', '*.env.example': 'allow' },
};

/**
 * Rules of our own agent come after all others, and the last one that fits counts: the first of ours takes back
 * whatever the
 * user has allowed. What they would ask a person about does not exist.
 */
export const rules = ({ access, commands }: AgentRequest, tools: AnswerTools | null): Rules => ({
  ...(access === 'full' ? { '*': 'allow' } : { '*': 'deny', ...reading }),
  ...(access === 'edit' && { edit: 'allow', ...(commands.length > 0 && { bash: commandRules(commands) }) }),
  ...(tools !== null && { [`${tools.name}_*`]: 'allow' }),
  // What sub-agents use up is not told, and they have rules of their own.
  task: 'deny',
  question: 'deny',
});

/** It asks about each command of a line by itself. */
const commandRules = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries([
    ['*', 'deny'],
    ...lines.flatMap((line) => [line, ...commandsIn(line)]).map((line) => [literally(line), 'allow']),
  ]);

const commandsIn = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^'"\\;&|\n])+/g)]
    .map(([part]) => part.trim())
    .filter((part) => part !== '');

/**
 * A star stands for anything in its rules, and a home folder in front is filled in; a question mark is any one
 * character.
 */
const literally = (line: string): string => line.trim().replaceAll('*', '?').replace(/^[~$]/, '?');
