/** Dispositions in words. */
import type { Dismissed } from '../../app/dispose/dismiss.ts';
import type { ListedDisposition } from '../../app/dispose/list.ts';
import { printable } from '../../plain/printable.ts';
import { place } from '../../views/words/places.ts';
import { count } from '../../views/words/amounts.ts';

const stateOf = ({ state, until }: ListedDisposition): string => {
  if (state === 'ran out') return `ran out on ${until ?? ''}`;
  return until === undefined ? 'in force' : `in force until ${until}`;
};

const entry = (disposition: ListedDisposition): string => {
  const { id, as, reason, by, at, finding, path } = disposition;
  const head = `${id} ${as}, ${stateOf(disposition)}: ${finding.title} (${place(finding)})`;
  const details = [reason, `by ${by} on ${at.slice(0, 10)}, in ${path}`];
  return [printable(head), ...details.map((detail) => `    ${printable(detail)}`)].map((text) => `${text}\n`).join('');
};

export const dispositionsText = (dispositions: readonly ListedDisposition[]): string =>
  dispositions.length === 0
    ? 'No dispositions. Make one with: fixpoint dismiss ID --as refuted|accepted|suppressed --reason TEXT\n'
    : dispositions.map(entry).join('');

export const removedText = (removed: readonly ListedDisposition[]): string =>
  `Removed ${count(removed.length, 'disposition')}; what they were about comes back in the next ` +
  `run:\n${removed.map(entry).join('')}`;

const line = ({ code, file, updated, disposition: { as, until } }: Dismissed): string => {
  const how = updated ? `was dismissed before; it is now ${as}` : `is dismissed as ${as}`;
  return `${printable(`${code} ${how}${until === undefined ? '' : ` until ${until}`}: ${file}`)}\n`;
};

export const dismissedText = (dismissed: readonly Dismissed[]): string =>
  `${dismissed.map(line).join('')}Commit ${dismissed.length === 1 ? 'this file' : 'these files'} so that ` +
  'everybody has it.\n';

export const warningLines = ({ warnings }: { warnings: readonly string[] }): string =>
  warnings.map((warning) => `warning: ${printable(warning)}\n`).join('');
