/**
 * Finds agents that a run would call and that are not there, before anything is created: calling them three times does
 * not make them appear.
 */
import { builtInAgents, fixersOf, settingsOf } from '../../config/agents.ts';
import type { Config } from '../../config/schema.ts';
import { InputError } from '../../model/expected.ts';
import type { Command } from '../../model/run/outcome.ts';
import type { InstalledAgents } from '../../ports/installed-agents.ts';

export type Calling = {
  command: Command;
  env: NodeJS.ProcessEnv;
  root: string;
  installed: InstalledAgents;
};

export const refuseMissingAgents = (config: Config, calling: Calling): void => {
  const missing = calledAgents(config, calling.command).flatMap((name) => whyMissing(config, name, calling) ?? []);
  if (missing.length > 0) throw new InputError([...new Set(missing)].join('\n'));
};

/** By what the command does; with whoever takes over from them. */
const calledAgents = (config: Config, command: Calling['command']): string[] => {
  const { limits, reviewers, clarify, plan, challenger, disputes } = config;
  const fixes = (command === 'fix' || command === 'run') && limits.cycles > 0;
  const first = [
    ...(fixes ? [...fixersOf(config), ...challenger.agents, disputes.agent] : []),
    ...(fixes || command === 'plan' ? [clarify.agent, plan.agent] : []),
    ...(command === 'clarify' ? [clarify.agent] : []),
    ...(command === 'fix' ? [] : reviewers.map((reviewer) => (reviewer.kind === 'agent' ? reviewer.agent : undefined))),
  ];
  const names = new Set<string>();
  for (let queue = first; queue.length > 0;) {
    const fresh = queue.filter((name) => name !== undefined).filter((name) => !names.has(name));
    for (const name of fresh) names.add(name);
    queue = fresh.map((name) => settingsOf(config, name)?.fallback);
  }
  return [...names];
};

const whyMissing = (config: Config, name: string, { env, root, installed }: Calling): string | null => {
  const settings = settingsOf(config, name);
  if (!settings) return null;
  const known = builtInAgents.find((kind) => kind === settings.kind);
  const program = programOf(settings.command ?? known);
  if (
    program === null ||
    isMadeBySetup(config, program) ||
    installed.findProgram(program, env['PATH'] ?? '', root) !== null
  )
    return null;
  if (known !== undefined && settings.command === undefined)
    return (
      `Agent ${name} cannot be called: ${program} is not installed. ` +
      `Install it with \`${installed.howToInstall(known)}\`, or name another agent.`
    );
  const flag = name === 'command' ? ' (--agent-command)' : '';
  return (
    `Agent ${name} cannot be called: there is no program ${program}, or it is not executable. ` +
    `Install it, or correct agents.${name}.command${flag}.`
  );
};

/** A relative program lies in the workspace, and set-up may put it there. */
const isMadeBySetup = ({ verify }: Config, program: string): boolean =>
  verify.setup.length > 0 && program.includes('/') && !program.startsWith('/');

/** What a shell does by itself, or takes for a part of its language. */
const shellWords = new Set(
  `
  : . ! { [ alias bg break builtin case cd command continue declare do done echo elif else esac eval exec exit
  export false fi for function getopts hash if in jobs kill let local printf pwd read readonly return select
  set shift source test then time times trap true type ulimit umask unset until wait while
  `
    .trim()
    .split(/\s+/),
);

/** Null where nobody can tell: of a shell line only a plain first word is looked at. */
const programOf = (command: string | readonly string[] | undefined): string | null => {
  if (command === undefined) return null;
  if (typeof command !== 'string') return command[0] ?? null;
  const word = /^\s*([\w./+-]+)(?=\s|$)/.exec(command)?.[1];
  return word === undefined || shellWords.has(word) ? null : word;
};
