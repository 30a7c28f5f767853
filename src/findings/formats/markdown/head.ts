/** The first line of a finding in Markdown: severity, code, category, title. */
import type { Severity } from '../../../model/finding.ts';
import { given } from '../../../plain/given.ts';
import { toSeverity } from '../../read/severity.ts';
import { itemCode } from './items.ts';
import { pattern } from '../../../plain/pattern.ts';

const severityTag = pattern(
  'i',
  /^[\s*_`[(]{0,6}(?:severity:\s?)?/,
  /(?<word>critical|blocker|high|major|medium|moderate|minor|low|info|error|warning|note|suggestion|nit|p[0-3])/,
  /(?:[\s-](?:severity|priority))?[\])*_`]{0,6}(?:\s{0,3}[:–—|]|\s-|(?<=[\])*`]))\s{0,3}(?=\S)/,
);

const otherWords: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  ['blocker', 'critical'],
  ['moderate', 'medium'],
  ['nit', 'low'],
  ['nitpick', 'low'],
  ['trivial', 'low'],
  ['p0', 'critical'],
  ['p1', 'high'],
  ['p2', 'medium'],
  ['p3', 'low'],
]);

/** A severity in the words of people. */
export const spokenSeverity = (word: string): Severity | null => {
  const bare = word
    .trim()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase();
  return toSeverity(bare) ?? otherWords.get(bare) ?? null;
};

export const withoutBold = (text: string): string => text.replaceAll(/\*\*|__(?=\S)|(?<=\S)__/g, '').trim();

export type Head = { code?: string; severity?: Severity; category?: string; title: string };

const byDash = /^(?<category>[^\s`.][^`.:]{0,47}?)\s{1,4}[-–—]{1,2}\s{1,4}(?<title>\S.*)$/s;
const byColon = /^(?<category>[A-Za-z][\w/& -]{0,39}):\s{1,4}(?<title>\S.*)$/s;

const splitCategory = (words: string): { category?: string; title: string } => {
  const { category, title } = (byDash.exec(words) ?? byColon.exec(words))?.groups ?? {};
  if (category === undefined || title === undefined || category.trim().split(/\s+/).length > 4) return { title: words };
  return { category: category.trim(), title };
};

/** `**TQ-001**: Redundant Test - Duplicate tests`, with or without any of its parts. */
export const readHead = (raw: string): Head => {
  const words = raw
    .slice(0, 4_000)
    .trim()
    .replace(/^(\*\*)?\d{1,4}[.)]\s{1,4}/, '$1');
  const tag = severityTag.exec(words);
  const severity = tag && spokenSeverity(tag.groups?.['word'] ?? '');
  const behindTag = tag ? words.slice(tag[0].length) : words;
  const match = itemCode.exec(behindTag);
  const { code, bold, dashed } = match?.groups ?? {};
  const found = code ?? dashed ?? (bold !== undefined && /\d|-|^[A-Z_]+$/.test(bold) ? bold : undefined);
  const behind = withoutBold(
    found && match ? behindTag.slice(match[0].length).replace(/^[\s:–—-]{1,8}/, '') : behindTag,
  );
  return { ...given({ code: found || undefined }), ...(severity && { severity }), ...splitCategory(behind) };
};
