/** What an agent did, as text for a person. */
import type { AgentEvent } from '../../../ports/agent.ts';
import { headAndTail } from '../../../plain/text.ts';
import { cutStart } from '../../../plain/cut.ts';

const longest = 512 * 1024;

export type Transcript = { add: (event: AgentEvent) => void; text: (stderr: string) => string };

export const openTranscript = (): Transcript => {
  const head: string[] = [];
  let length = 0;
  let tail = '';
  const append = (text: string): void => {
    if (length < longest) head.push(text);
    else tail = (tail.length > 2 * longest ? cutStart(tail, longest) : tail) + text;
    length += text.length;
  };
  return {
    add: (event) => append(inWords(event)),
    text: (stderr) => headAndTail([head.join('') + tail, stderr].filter(hasWords).join('\n'), longest),
  };
};

const hasWords = (text: string): boolean => text.trim() !== '';

const inWords = (event: AgentEvent): string => {
  if (event.kind === 'text') return event.text;
  if (event.kind === 'tool') return `\n[${event.name}]${event.detail === undefined ? '' : ` ${event.detail}`}\n`;
  return event.kind === 'file' ? `\n[changed] ${event.path}\n` : '';
};
