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
    add: (event) => {
      if (event.kind === 'text') append(event.text);
      else if (event.kind === 'tool')
        append(`\n[${event.name}]${event.detail === undefined ? '' : ` ${event.detail}`}\n`);
      else if (event.kind === 'file') append(`\n[changed] ${event.path}\n`);
    },
    text: (stderr) =>
      headAndTail([head.join('') + tail, stderr].filter((part) => part.trim() !== '').join('\n'), longest),
  };
};
