/** What was read so far of what codex prints. */
import type { CodexTokens } from './stream.ts';

export type State = {
  id?: string;
  text: string;
  /** The turn came to its end; with what the session used up in all, if it was said. */
  completed?: { tokens: CodexTokens | undefined };
  failed?: string;
  lastError?: string;
  /** It announced that it tries again: that is for whoever called to do. */
  retrying: boolean;
  /** How its own sandbox failed, and how often, as long as nothing has worked in it. */
  sandbox?: string;
  sandboxFailures: number;
  worked: boolean;
  denials: string[];
  problems: string[];
};

export const nothingSeen = (): State => ({
  text: '',
  retrying: false,
  worked: false,
  sandboxFailures: 0,
  denials: [],
  problems: [],
});

/** Once may be an accident: it looks at folders that others make and remove meanwhile. */
export const hasNoSandbox = ({ sandboxFailures, worked }: State): boolean => sandboxFailures > 1 && !worked;
