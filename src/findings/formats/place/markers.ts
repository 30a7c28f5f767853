/** The line that stands behind a path, in any of the ways in which people and tools write it. */
import { type LineRange, toLineRange } from '../../read/lines.ts';
import { pattern } from '../../../plain/pattern.ts';

type Marker = LineRange & { column?: number; length: number };

const markers: readonly RegExp[] = [
  // :42  :42-50  :42:7  :42:7-50:3  :L42-L50
  pattern(
    '',
    /^:(?:L(?=\d))?(?<line>\d{1,9})/,
    /(?:[-–](?:L(?=\d))?(?<end>\d{1,9})|:(?<column>\d{1,9})(?:[-–](?<end2>\d{1,9}):\d{1,9})?)?(?![\w.])/,
  ),
  // #L42  #L42-L50  #L42C7-L50C3
  /^#L(?<line>\d{1,9})(?:C(?<column>\d{1,9}))?(?:-L?(?<end>\d{1,9})(?:C\d{1,9})?)?(?!\w)/i,
  // (42)  (42,7)
  /^\((?<line>\d{1,9})(?:,(?<column>\d{1,9}))?\)/,
  // L42: …  (L42-L50); "model.py L2 regularisation" is none
  pattern('', /^[\s,;]{0,3}[([]?L(?<line>\d{1,9})(?:[-–]L?(?<end>\d{1,9}))?[)\]]?/, /(?=\s?[:;,.)–—-]|\s{0,9}$)/),
  // line 42, column 7  (lines 42-50)  , lines 42 to 50  :line 42
  pattern(
    'i',
    /^[\s,;:]{0,3}[([]?(?:(?:at|on|near|around|starting at)\s)?(?:lines?|ln)\.?[\s:#~]{0,3}L?(?<line>\d{1,9})/,
    /(?:\s?(?:-|–|—|\.\.|to|through)\s?L?(?<end>\d{1,9}))?(?:,?\s(?:col|column)\.?\s(?<column>\d{1,9}))?[)\]]?/,
    /(?!\w)/,
  ),
];

export const readMarker = (text: string): Marker | null => {
  for (const marker of markers) {
    const match = marker.exec(text);
    const { line, end, end2, column } = match?.groups ?? {};
    if (!match || line === undefined) continue;
    const col = Number(column ?? 0);
    return { ...toLineRange(line, end ?? end2), ...(col > 0 && { column: col }), length: match[0].length };
  }
  return null;
};
