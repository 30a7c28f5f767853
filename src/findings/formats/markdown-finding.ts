/** One finding out of an item of a markdown list. */
import type { DraftFinding, Severity } from '../../model/finding.ts';
import { given } from '../../plain/given.ts';
import type { Say } from '../../plain/shape.ts';
import { toLineRange } from '../read/lines.ts';
import { toRepoPath } from '../read/paths.ts';
import { toSeverity } from '../read/severity.ts';
import { findingText, titleOf } from '../read/text.ts';
import type { Collected, FormatContext } from './format.ts';
import { type Item, type Label, itemCode } from './markdown-items.ts';
import { type Place, isNoFile, readPlace } from './place.ts';
import { withoutTicks } from './quote.ts';
import { cutEnd } from '../../plain/cut.ts';
import { pattern } from '../../plain/pattern.ts';

const severityTag = pattern(
  'i',
  /^[\s*_`[(]{0,6}(?:severity:\s?)?/,
  /(?<word>critical|blocker|high|major|medium|moderate|minor|low|info|error|warning|note|suggestion|nit)/,
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

const withoutBold = (text: string): string => text.replaceAll(/\*\*|__(?=\S)|(?<=\S)__/g, '').trim();

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

const joined = (lines: readonly string[] | undefined): string => findingText((lines ?? []).join('\n'));

const field = (item: Item, label: Label): string => joined(item.fields.get(label));

type Found = { place: Place | null; also: string; problem?: string };

/** The first place counts; the rest is for whoever fixes it. */
const placeOf = (item: Item, fallback: Place | null): Found => {
  const written = item.fields.get('file');
  if (!written)
    return {
      place: fallback,
      also: '',
      ...(!fallback && { problem: 'it names no file; kept as a finding about the repository as a whole' }),
    };
  const text = joined(written).replace(/^[-*+•]\s{1,4}/, '');
  if (text === '' || isNoFile(text)) return { place: null, also: text };
  const place = readPlace(text);
  if (!place)
    return {
      place: null,
      also: text,
      problem:
        `no file can be read in ${JSON.stringify(cutEnd(text, 200))}; kept as a finding about the repository ` +
        'as a whole',
    };
  return { place, also: place.rest === '' ? '' : text };
};

const linesOf = (item: Item, place: Place | null): Partial<DraftFinding> => {
  if (place?.line !== undefined) {
    const { line, endLine, column } = place;
    return { line, ...given({ endLine, column }) };
  }
  return place ? (toLineRange(withoutBold(field(item, 'line')).replaceAll('`', '')) ?? {}) : {};
};

export type ItemContext = {
  context: FormatContext;
  reviewer?: string;
  severity?: Severity | null;
  mention?: Place | null;
};

/** What an item says the severity is; what says nothing is said. */
const statedSeverity = (item: Item, otherwise: Severity, say: Say): Severity | null => {
  const words = field(item, 'severity');
  if (!words) return null;
  const severity = spokenSeverity(words.split(/[\s(,]/, 1)[0] ?? '');
  if (!severity) say(`unknown severity ${JSON.stringify(cutEnd(words, 60))}; taken as ${otherwise}`);
  return severity;
};

/** The fields that an item may have or not. */
const optionalFields = (item: Item, head: Head): Partial<DraftFinding> =>
  given({
    suggestion: field(item, 'suggestion') || undefined,
    code: (head.code ?? field(item, 'code')) || undefined,
    rule: field(item, 'rule').replaceAll('`', '') || undefined,
    quote: withoutTicks(field(item, 'quote')) || undefined,
  });

/** Adds the finding, or a problem with its line. */
export const readItem = (
  item: Item,
  { context, reviewer, severity, mention = null }: ItemContext,
  into: Collected,
): void => {
  const say: Say = (message) => void into.problems.push({ place: `line ${item.at}`, message });
  const head = readHead(item.words);
  const { place, also, problem } = placeOf(item, mention);
  const issue = [field(item, 'issue'), joined(item.text)].filter(Boolean).join('\n\n');
  const title = titleOf(findingText(field(item, 'title') || head.title || issue));
  if (!title) return say(`not a finding: it does not say what is wrong`);
  const path = place ? toRepoPath(place.path, context) : {};
  if (path.problem) return say(`left out: ${path.problem}: ${title}`);
  if (problem) say(`${problem}: ${title}`);
  const { suggestion, ...others } = optionalFields(item, head);
  into.findings.push({
    severity: statedSeverity(item, severity ?? 'medium', say) ?? head.severity ?? severity ?? 'medium',
    category: withoutBold(field(item, 'category')) || head.category || 'general',
    title,
    description: findingText([issue || head.title, also && `Reported at: ${also}`].filter(Boolean).join('\n\n')),
    ...given({ suggestion }),
    ...(path.file !== undefined && { file: path.file, ...linesOf(item, place) }),
    ...others,
    ...(reviewer !== undefined && !context.fromTool && { reviewer }),
  });
};
