/** The lines around a finding: what a fixer needs to see, not the whole file. */
import { cutEnd } from '../../plain/cut.ts';

const around = 12;
const most = 120;
/** No secret has more lines: one that begins or ends outside of the excerpt is seen as a whole. */
const reach = 400;

/** Cleaned as a whole before anything is left out; that keeps the number of lines. */
export const excerptOf = (
  text: string,
  line: number | undefined,
  endLine: number | undefined,
  clean: (text: string) => string,
): string => {
  const all = text.split('\n');
  const first = Math.max(1, (line ?? 1) - around);
  const last = Math.min(all.length, Math.min((endLine ?? line ?? 1) + around, first + most - 1));
  const width = String(last).length;
  const from = Math.max(0, first - 1 - reach);
  return clean(all.slice(from, last + reach).join('\n'))
    .split('\n')
    .slice(first - 1 - from, last - from)
    .map(
      (content, index) =>
        `${String(first + index).padStart(width)} | ${content.length > 400 ? `${cutEnd(content, 400)}…` : content}`,
    )
    .join('\n');
};
