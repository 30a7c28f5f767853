/** What was noticed in a change, as lines. */
import type { Remark } from '../../model/remark.ts';

/** What lasts is asked about, and all else that is noted is only that. */
const noteWords = ({ gate, noteOnly }: Remark): string => {
  if (noteOnly !== true) return '';
  return gate === 'durable' ? '; a person decides' : '; noted, no reason to refuse';
};

const remarkLine = (remark: Remark): string => {
  const { rule, file, line, before, message } = remark;
  const place = line === undefined ? file : `${file}:${line}${before === true ? ' (before)' : ''}`;
  return `${place}: ${message} (${rule}${noteWords(remark)})`;
};

export const remarkLines = (remark: Remark): string[] => [
  remarkLine(remark),
  ...(remark.noteOnly === true ? [] : [`  accepted would be: ${remark.accepted}`]),
];
