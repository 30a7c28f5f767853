/** Other places that a result speaks of, in a sentence each: a fixer has to look there too. */
import { findingText } from '../../read/text.ts';
import { asArray, own } from '../../../plain/shape.ts';
import { messageText } from './message.ts';
import { type Place, messageIn, Misshapen, placeIn, type Result } from './result-shape.ts';
import type { RuleRef } from './run-context.ts';
import type { RunContext } from './run-context.ts';
import { locate } from './uri.ts';
import { cutEnd } from '../../../plain/cut.ts';

const mostPlaces = 5;
const longestNote = 120;

const describe = ({ artifact, region }: Place, run: RunContext): string | null => {
  const { file } = locate(artifact, run);
  if (file === undefined) return null;
  const line = region?.startLine;
  return typeof line === 'number' && Number.isSafeInteger(line) && line > 0 ? `${file}:${line}` : file;
};

/** Null for what names no place here; what only adds to a result never spoils it. */
const lenient = <T>(read: () => T): T | null => {
  try {
    return read();
  } catch (error) {
    if (error instanceof Misshapen) return null;
    throw error;
  }
};

const noteOf = (location: unknown, ref: RuleRef): string => {
  const note = lenient(() => messageText(messageIn(own(location, 'message')), ref));
  const line = note ? findingText(cutEnd(note, 1_000)).replaceAll(/\s+/g, ' ') : '';
  return line.length > longestNote ? '' : line;
};

const relatedPlaces = (result: Result, ref: RuleRef, run: RunContext): string[] =>
  asArray(result.relatedLocations)
    .slice(0, mostPlaces)
    .flatMap((location) => {
      const place = lenient(() => describe(placeIn(location, 'location'), run));
      const note = place === null ? '' : noteOf(location, ref);
      return place === null ? [] : [note ? `${place} (${note})` : place];
    });

const stepLocationOf = (step: unknown, run: RunContext): unknown => {
  const index = own(step, 'index');
  return own(step, 'location') ?? (typeof index === 'number' && index >= 0 ? run.steps[index] : undefined);
};

/** The first flow stands for the others. */
const flowPlaces = (result: Result, run: RunContext): string[] => {
  const steps = asArray(own(asArray(own(asArray(result.codeFlows)[0], 'threadFlows'))[0], 'locations'));
  const places: string[] = [];
  for (const step of steps) {
    if (places.length === mostPlaces) break;
    const place = lenient(() => describe(placeIn(stepLocationOf(step, run), 'location'), run));
    if (place !== null && place !== places.at(-1)) places.push(place);
  }
  return places.length === mostPlaces && steps.length > mostPlaces ? [...places, '…'] : places;
};

/** Empty for the many results that are about one place only. `main`: the place that the finding itself is at. */
export const otherPlaces = (result: Result, main: Place | undefined, ref: RuleRef, run: RunContext): string => {
  const sentences: string[] = [];
  const say = (begin: string, places: readonly string[]): void => {
    if (places.length > 0) sentences.push(`${begin} ${places.join(', ')}`);
  };
  if (result.places.length > 1) {
    const others = result.places.filter((place) => place !== main).slice(0, mostPlaces);
    say(
      'Also at',
      others.flatMap((place) => describe(place, run) ?? []),
    );
  }
  if (result.relatedLocations !== undefined) say('See also', relatedPlaces(result, ref, run));
  if (result.codeFlows !== undefined) say('By way of', flowPlaces(result, run));
  if (typeof result.occurrenceCount === 'number' && result.occurrenceCount > 1)
    sentences.push(`Seen ${result.occurrenceCount} times`);
  return sentences.map((sentence) => `${sentence}.`).join('\n');
};
