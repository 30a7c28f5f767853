/** One finding out of an item of a markdown list. */
import type { DraftFinding, Severity } from '../../../model/finding.ts';
import { given } from '../../../plain/given.ts';
import type { Say } from '../../../plain/shape.ts';
import { toLineRange } from '../../read/lines.ts';
import { toRepoPath } from '../../read/paths.ts';
import { findingText, titleOf } from '../../read/text.ts';
import type { Collected, FormatContext } from '../format.ts';
import type { Item } from './items.ts';
import type { Label } from './labels.ts';
import { type Place, readPlace } from '../place/place.ts';
import { isNoFile } from '../place/file-names.ts';
import { withoutTicks } from '../quote.ts';
import { cutEnd } from '../../../plain/cut.ts';
import { spokenSeverity, withoutBold, type Head, readHead } from './head.ts';

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
