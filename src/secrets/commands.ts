/**
 * Secrets in the commands of a configuration. A run goes by commands in which each has a placeholder of its own, so
 * that they can be shown, compared and recorded; only where a command is started are the values put back.
 */
import type { Secrets } from './secrets.ts';
import { replaceEach } from './find/span.ts';

type Command = string | readonly string[];

export type HiddenCommands = {
  hide: (command: Command) => string | string[];
  reveal: (command: Command) => string | string[];
};

export const hideCommands = ({ find }: Pick<Secrets, 'find'>): HiddenCommands => {
  const { placeholderOf, valueOf } = placeholders();
  const hide = (text: string): string => replaceEach(text, find(text), placeholderOf);
  const reveal = (text: string): string => text.replaceAll(/\[redacted-\d+\]/g, valueOf);
  return { hide: (command) => inEach(command, hide), reveal: (command) => inEach(command, reveal) };
};

/** One for each value. */
const placeholders = () => {
  const byValue = new Map<string, string>();
  const values = new Map<string, string>();
  return {
    placeholderOf: (value: string): string => {
      const placeholder = byValue.get(value) ?? `[redacted-${byValue.size + 1}]`;
      byValue.set(value, placeholder);
      values.set(placeholder, value);
      return placeholder;
    },
    valueOf: (placeholder: string): string => values.get(placeholder) ?? placeholder,
  };
};

const inEach = (command: Command, change: (text: string) => string): string | string[] =>
  typeof command === 'string' ? change(command) : command.map(change);
