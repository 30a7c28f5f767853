/** What Biome prints by default: a bar with place and rule, what is wrong, and code around it. */
import type { Severity } from '../../../model/finding.ts';
import { pattern } from '../../../plain/pattern.ts';
import { saysNothingFound } from '../../read/nothing-found.ts';
import type { Collected, FormatContext, TextFormat } from '../format.ts';
import { type Block, readBlocks } from '../shared/blocks.ts';
import { type Line, plainLines } from '../shared/text-tool.ts';

/** `src/a.js:4:3 lint/style/useConst  FIXABLE  ━━━━━`; what is about a whole file has no line. */
const bar = pattern(
  '',
  /^(?<path>\S.{0,1023}?)(?::(?<line>\d{1,9}):(?<column>\d{1,9}))? /,
  /(?<rule>[a-z][\w/]{2,120})(?: {1,4}[A-Z]{2,20}){0,3} {1,4}━{3,}$/,
);
const said = /^ {2}(?<mark>[×✖x!⚠iℹ]) (?<message>\S.*)$/;
const fix = /^(?:Safe|Unsafe|Suggested) fix: \S/;

const severities: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  ['×', 'high'],
  ['✖', 'high'],
  ['x', 'high'],
  ['!', 'medium'],
  ['⚠', 'medium'],
]);

type Open = Block & { more: string[] };

const opened = ({ text, number }: Line): Open | null => {
  const groups = text.endsWith('━━━') ? bar.exec(text)?.groups : undefined;
  if (!groups) return null;
  const { path, line, column, rule } = groups;
  return { path, line, column, rule, at: number, message: '', more: [] };
};

/** The first thing said is the problem; what is said after it explains, or tells of a fix. */
const hear = (open: Open, text: string): void => {
  const { mark = '', message } = said.exec(text)?.groups ?? {};
  if (message === undefined) return;
  if (open.message === '') {
    open.message = message;
    open.severity = severities.get(mark) ?? 'info';
  } else if (fix.test(message)) open.suggestion ??= message;
  else open.more.push(message);
};

const read = (text: string, context: FormatContext): Collected =>
  readBlocks(text, { opened, hear }, { context, reviewer: 'biome' });

export const biomeText: TextFormat = {
  of: 'text',
  name: 'biome-text',
  title: 'what Biome prints by default',
  mayBeEmpty: true,
  saysNothingFound,
  recognises: (text) => text.includes('━━━') && plainLines(text).some((line) => opened(line) !== null),
  read,
};
