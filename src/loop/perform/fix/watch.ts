/** Shows what an agent does while it does it: throttled and capped. */
import { firstLine } from '../../../plain/text.ts';
import type { AgentEvent } from '../../../ports/agent.ts';
import type { Performing } from '../../engine.ts';

/** Text comes in single words: people read it in lines. */
const gatherMs = 100;
const mostCharacters = 1024 * 1024;
const mostActivities = 5_000;
const longestDetail = 300;

export type Watch = { onEvent: (event: AgentEvent) => void; end: () => void };

const short = (text: string): string => firstLine(text, longestDetail);

export const watchCall = ({ show }: Pick<Performing, 'show'>, unit: string): Watch => {
  let gathered = '';
  let charactersLeft = mostCharacters;
  let activitiesLeft = mostActivities;
  let timer: NodeJS.Timeout | undefined;
  const showText = (text: string): void => {
    if (text === '' || charactersLeft <= 0) return;
    const part = text.slice(0, charactersLeft);
    charactersLeft -= text.length;
    show({
      type: 'attempt.output',
      unit,
      text: charactersLeft > 0 ? part : `${part}\n… more was said; the transcript has its end …\n`,
    });
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = gathered;
    gathered = '';
    showText(text);
  };
  const showActivity = (event: Extract<AgentEvent, { kind: 'tool' | 'file' }>): void => {
    // What it said before it acted is shown before.
    flush();
    if (--activitiesLeft < 0) return;
    if (event.kind === 'file') show({ type: 'attempt.activity', unit, activity: 'file', name: short(event.path) });
    else
      show({
        type: 'attempt.activity',
        unit,
        activity: 'tool',
        name: short(event.name),
        ...(event.detail !== undefined && { detail: short(event.detail) }),
      });
  };
  return {
    onEvent: (event) => {
      if (event.kind === 'text') {
        if (charactersLeft > 0) gathered += event.text;
        timer ??= setTimeout(flush, gatherMs);
        if (gathered.length > mostCharacters / 16) flush();
      } else if (event.kind !== 'usage') showActivity(event);
    },
    end: flush,
  };
};
