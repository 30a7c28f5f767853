/** What Gemini CLI may do in a call, in the words of its policy engine. */
import type { AgentRequest } from '../../../ports/agent.ts';

const looking = ['list_directory', 'read_file', 'read_many_files', 'grep_search', 'glob'];
const changing = ['write_file', 'replace'];
const shell = 'run_shell_command';
/** They wait for a person, or follow instructions that lie about in the repository. */
const never = ['ask_user', 'enter_plan_mode', 'exit_plan_mode', 'activate_skill', 'invoke_agent'];

/** Names of the tools of its own that it gets at all; null for all of them. */
export const geminiTools = ({ access }: AgentRequest): string[] | null => {
  if (access === 'full') return null;
  return access === 'edit' ? [...looking, ...changing, shell] : looking;
};

type Rule = Readonly<Record<string, string | readonly string[] | number>>;

/** Rules of the highest rank: whatever the machine's other policies say, nobody is asked. */
export const geminiPolicy = ({ access, commands }: AgentRequest, server: string | null): string =>
  [
    ...(server === null ? [] : [allow({ mcpName: server, toolName: '*' })]),
    ...(access === 'full'
      ? [allow({ toolName: '*' }), deny(never, 600)]
      : [allow({ toolName: looking }), deny('*', 100)]),
    ...(access === 'edit' ? [allow({ toolName: changing }), ...commandRules(commands)] : []),
  ]
    .map(inToml)
    .join('\n');

const allow = (rule: Rule): Rule => ({ ...rule, decision: 'allow', priority: 500 });
const deny = (toolName: string | readonly string[], priority: number): Rule => ({
  toolName,
  decision: 'deny',
  priority,
});

/** Arguments are matched as JSON, each between two NULs, so that nothing may stand before or after the line. */
const patternOf = (line: string): string =>
  `\\x00${`"command":${JSON.stringify(line)}`.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\\x00`;

/** One pattern that is too long for it, and it ignores all rules. */
const longestPattern = 2_048;

/** Each part of a line is looked up by itself as well, so that the parts need rules too. */
const commandRules = (commands: readonly string[]): Rule[] =>
  [...new Set(commands.flatMap((line) => [line.trim(), ...partsOf(line)]))]
    .map(patternOf)
    .filter(({ length }) => length <= longestPattern)
    .map((argsPattern) => allow({ toolName: shell, argsPattern }));

const quoted = String.raw`'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]`;
const simpleCommand = new RegExp(`(?:${quoted}|[<>]&|&>|[^;|&()\`\n'"\\\\])+`, 'g');
const beforeRedirection = new RegExp(`^(?:${quoted}|[^<>'"\\\\])*`);

/** The simple commands in a line, with and without where their output goes. */
const partsOf = (line: string): string[] =>
  (line.match(simpleCommand) ?? [])
    .flatMap((part) => {
      const bare = beforeRedirection.exec(part)?.[0] ?? '';
      return [part.trim(), bare === part ? '' : bare.replace(/\s[\d&]$/, '').trim()];
    })
    .filter((part) => part !== '');

const inToml = (rule: Rule): string =>
  ['[[rule]]', ...Object.entries(rule).map(([key, value]) => `${key} = ${tomlOf(value)}`), ''].join('\n');

/** JSON, but for what TOML wants escaped beyond it. */
const tomlOf = (value: Rule[string]): string => JSON.stringify(value).replaceAll('\u007f', '\\u007f');
