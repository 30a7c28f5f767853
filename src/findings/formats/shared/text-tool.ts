/** Lines of a tool's text, without colours, and what is said of those that report nothing. */
import { cutEnd } from '../../../plain/cut.ts';
import { findingText } from '../../read/text.ts';
import type { Collected } from '../format.ts';
import { plain } from '../lines/line.ts';

export type Line = { text: string; number: number };

export const plainLines = (text: string): Line[] =>
  text.split(/\r\n|\n|\r/).map((line, index) => ({ text: plain(line), number: index + 1 }));

const quoted = 3;

/** Once for all of them: what a tool says around its findings is many lines. */
export const skipped = (others: readonly Line[], into: Collected): void => {
  const first = others[0];
  if (!first) return;
  const some = others
    .slice(0, quoted)
    .map(({ text, number }) => `line ${number}: ${JSON.stringify(cutEnd(findingText(text), 120))}`);
  const rest = others.length > quoted ? ', …' : '';
  const what =
    others.length === 1 ? '1 line reports no finding and was' : `${others.length} lines report no finding and were`;
  into.problems.push({ place: `line ${first.number}`, message: `${what} skipped (${some.join(', ')}${rest})` });
};
