/**
 * Secrets in the commands of a configuration. A run goes by commands in which each has a placeholder of its own, so that
 * they can be shown, compared and recorded; only where a command is started are the values put back.
 */
import type { Secrets } from './secrets.ts';
import { replaceEach } from './find/span.ts';

type Command = string | readonly string[];

export type HiddenCommands = {
  hide: (command: Command) => string | string[];
  reveal: (command: Command) => string | string[];
};

export const hideCommands = ({ find }: Pick<Secrets, 'find'>): HiddenCommands => {
  const placeholders = new Map<string, string>();
  const values = new Map<string, string>();
  const placeholderOf = (value: string): string => {
    const placeholder = placeholders.get(value) ?? `[redacted-${placeholders.size + 1}]`;
    placeholders.set(value, placeholder);
    values.set(placeholder, value);
    return placeholder;
  };
  const hideIn = (text: string): string => replaceEach(text, find(text), placeholderOf);
  const revealIn = (text: string): string =>
    text.replaceAll(/\[redacted-\d+\]/g, (placeholder) => values.get(placeholder) ?? placeholder);
  return { hide: (command) => inEach(command, hideIn), reveal: (command) => inEach(command, revealIn) };
};

const inEach = (command: Command, change: (text: string) => string): string | string[] =>
  typeof command === 'string' ? change(command) : command.map(change);
