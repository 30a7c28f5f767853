/** Suggestions of a diagnostic: the first becomes edits where all of them can be read, and none is lost. */
import type { TextEdit } from '../../../model/finding/edits.ts';
import { overlaps } from '../../admit/overlap.ts';
import { findingText } from '../../read/text.ts';
import { asArray, own } from '../../../plain/shape.ts';
import { type ColumnUnit, editRangeOf, place } from './range.ts';

export type Suggested = { edits: TextEdit[]; suggestion: string };

type Way = { edit: TextEdit } | { reason: string; text: string };

const wayOf = (value: unknown, file: string, unit: ColumnUnit): Way => {
  const text = own(value, 'text');
  if (typeof text !== 'string')
    return { reason: 'it gives no "text"; to remove something, it has to be empty', text: '' };
  const result = editRangeOf(own(value, 'range'), unit);
  return 'reason' in result ? { reason: result.reason, text } : { edit: { file, range: result.range, text } };
};

const words = (way: Way): string => {
  const where = 'edit' in way ? ` at ${place(way.edit.range)}` : '';
  const text = 'edit' in way ? way.edit.text : way.text;
  return text === '' ? `Suggested${where}: remove it` : `Suggested${where}: ${text.includes('\n') ? '\n' : ''}${text}`;
};

const inWords = (ways: readonly Way[]): string => findingText(ways.map(words).join('\n\n'));

const arePartsOfSomething = (edits: readonly TextEdit[]): boolean =>
  edits.some((edit, index) => edits.slice(0, index).some((other) => !overlaps(edit, other)));

/** More alternatives than anybody would look at are not compared with each other. */
const most = 50;

/**
 * Several for one place are alternatives, of which the first counts. Several for different places may also be parts of
 * one: none is made.
 */
export const suggestionsOf = (
  value: unknown,
  file: string | undefined,
  unit: ColumnUnit,
  say: (message: string) => void,
): Suggested => {
  const given = asArray(value);
  if (given.length === 0) return { edits: [], suggestion: '' };
  const ways = given.map((each) => wayOf(each, file ?? '', unit));
  const refused = (reason: string): Suggested => {
    say(reason);
    return { edits: [], suggestion: inWords(ways) };
  };
  const bad = ways.flatMap((way, index) => ('reason' in way ? [`suggestions[${index}]: ${way.reason}`] : []));
  if (bad.length > 0) return refused(`its suggestion cannot be applied: ${bad.slice(0, 5).join('; ')}`);
  if (file === undefined) return refused('its suggestion cannot be applied: it names no file');
  const edits = ways.flatMap((way) => ('edit' in way ? [way.edit] : []));
  if (edits.length > most)
    return refused(`its ${edits.length} suggestions are not applied: nobody can tell which is meant`);
  if (arePartsOfSomething(edits)) {
    return refused(
      `its ${edits.length} suggestions are not applied: they are about different places, and may belong ` +
        'together or not',
    );
  }
  return { edits: edits.slice(0, 1), suggestion: inWords(ways.slice(1)) };
};
