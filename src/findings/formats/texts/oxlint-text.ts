/** What oxlint prints by default: what is wrong, the place in a frame of code, and help. */
import type { Severity } from '../../../model/finding.ts';
import { saysNothingFound } from '../../read/nothing-found.ts';
import type { Collected, FormatContext, TextFormat } from '../format.ts';
import { type Block, readBlocks } from '../shared/blocks.ts';
import { type Line, plainLines } from '../shared/text-tool.ts';

/** `  ! eslint(no-debugger): …`; what cannot be parsed has no rule. */
const headline = /^ {2}(?<mark>[×x!⚠✖]) (?:(?<rule>[\w@/-]{1,60}\([\w@/-]{1,100}\)): )?(?<message>\S.*)$/;
const frame = /^ {1,12}(?:,-|╭─)\[(?<path>.{1,1024}):(?<line>\d{1,9}):(?<column>\d{1,9})\]$/;
const help = /^ {2}help: (?<help>\S.*)$/;

const severities: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  ['x', 'high'],
  ['×', 'high'],
  ['✖', 'high'],
  ['!', 'medium'],
  ['⚠', 'medium'],
]);

const opened = ({ text, number }: Line): Block | null => {
  const { mark = '', rule, message } = headline.exec(text)?.groups ?? {};
  return message === undefined ? null : { message, rule, severity: severities.get(mark), at: number };
};

const hear = (open: Block, text: string): void => {
  const place = open.path === undefined ? frame.exec(text)?.groups : undefined;
  if (place) Object.assign(open, { path: place['path'], line: place['line'], column: place['column'] });
  open.suggestion ??= help.exec(text)?.groups?.['help'];
};

const read = (text: string, context: FormatContext): Collected =>
  readBlocks(text, { opened, hear }, { context, reviewer: 'oxlint' });

export const oxlintText: TextFormat = {
  of: 'text',
  name: 'oxlint-text',
  title: 'what oxlint prints by default',
  mayBeEmpty: true,
  saysNothingFound,
  recognises: (text) => {
    if (!text.includes(',-[') && !text.includes('╭─[')) return false;
    const lines = plainLines(text);
    return lines.some(({ text: line }) => frame.test(line)) && lines.some((line) => opened(line) !== null);
  },
  read,
};
