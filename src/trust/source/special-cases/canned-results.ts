/** Results that a patch writes down for inputs: in tables, lists, and stores that it fills beforehand. */
import { pattern } from '../../../plain/pattern.ts';
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import { cannedTable, type CannedTable } from './canned-tables.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import { bare, isBoundary, isWord, type Known } from './known-literals.ts';
import { strings } from '../kinds.ts';
import type { Place } from '../places.ts';
import type { Seen } from '../seen.ts';

const rule = 'results-listed';

const isAll = (texts: readonly string[], test: (text: string) => boolean): boolean =>
  texts.length > 0 && texts.every(test);

/** `[1, 0, -4]` is known where its parts are. */
const seenBy = (known: Known) => (text: string) =>
  isBoundary(text) || known.isSeen(text) || known.isSeen(text.replaceAll(/^&?(?:vec!)?[[({]\s*|\s*[\])}]$/g, ''));

const isCanned = ({ keys, values }: CannedTable, known: Known, isAddition: boolean): boolean => {
  const asked = keys.map(bare).filter((key) => !isBoundary(key));
  const isSeen = seenBy(known);
  if (asked.every((key) => known.isNamed(key))) return false;
  if (isAddition && keys.length > 1 && !asked.some((key) => known.isNamed(key)) && !asked.every(isWord)) return true;
  if (!isAll(asked, isSeen)) return false;
  const answers = values.map(bare);
  return asked.every(isWord)
    ? keys.length > 1 && isAll(answers, isSeen)
    : answers.filter(isSeen).length * 2 >= answers.length;
};

const stored = pattern(
  '',
  /^[\w.]+\.(?:put|set|insert|setdefault|putIfAbsent|store)\(\s*("[^"]*"|'[^']*'|-?[\d_.]+)\s*,\s*/,
  /("[^"]*"|'[^']*'|-?[\d_.]+)[\s,]*\)$/,
);

/** `memo.put(93, "…")`, `cache.set('a', 1)`. */
const filled = ({ node }: Place): CannedTable | null => {
  const match = stored.exec(
    /^(?:call_expression|method_invocation|call)$/.test(node.kind) && node.end - node.start < 300 ? node.text : '',
  );
  return match === null ? null : { keys: [match[1] ?? ''], values: [match[2] ?? ''] };
};

/** Texts that stand in a list, a set or a table of more than two columns. */
const listed = (node: SyntaxNode): string[] | null => {
  if (!/^(?:array|list|set|array_expression|tuple_expression)$/.test(node.kind) || node.end - node.start > 4_000)
    return null;
  const texts: string[] = [];
  for (const inner of nodesOf(node, (at) => !strings.has(at.kind))) {
    if (/call|function|lambda|arrow/.test(inner.kind)) return null;
    if (strings.has(inner.kind)) texts.push(bare(inner.text));
  }
  return texts.length > 1 ? texts : null;
};

const isMadeList = (texts: readonly string[], known: Known): boolean =>
  texts.every((text) => text.length > 3 && known.isSeen(text) && !known.isNamed(text)) &&
  texts.some((text) => /\d|-|\s/.test(text));

const tablesIn = ({ path, before, after }: SourceChange, known: Known, isAddition: boolean): Seen[] => {
  const were = new Set((before?.places() ?? []).flatMap((place) => cannedTable(place)?.keys ?? []));
  const isNew = (table: CannedTable): boolean => !table.keys.some((key) => were.has(key));
  return (after?.places() ?? []).flatMap((place): Seen[] => {
    const table = cannedTable(place) ?? filled(place);
    const isTable = table !== null && isNew(table) && isCanned(table, known, isAddition);
    const texts = isTable ? null : listed(place.node);
    if (!isTable && (texts === null || !isMadeList(texts, known))) return [];
    return [{ rule, path, line: place.node.line, about: 'lists results for inputs that a test uses' }];
  });
};

export const cannedResults = (changes: readonly SourceChange[], known: Known): Seen[] => {
  const isAddition = changes.every(({ before }) => codeLines(before).length === 0);
  return changes.flatMap((change) => [
    ...tablesIn(change, known, isAddition).slice(0, 1),
    ...memorised(change.path, change.after, known),
  ]);
};

const long = /"([^"\\\n]{8,100})"|'([^'\\\n]{8,100})'/g;

/** `iso-8859-1`, `windows-1252`: a name that the world has given. */
const standard = /^[A-Za-z]+-\d{1,5}(?:-\d{1,2})?$/;

/** A long number or code that only a test would know. */
const memorised = (path: string, after: SourceChange['after'], known: Known): Seen[] => {
  const isOwn = (code: string): boolean =>
    code.replaceAll(/\D/g, '').length > 4 && !standard.test(code) && known.isSeen(code) && !known.isNamed(code);
  return codeLines(after).flatMap(({ text, line }) => {
    const own = codesIn(text).find(isOwn);
    if (own === undefined || /^\d{4}-\d\d-\d\d/.test(own)) return [];
    return [{ rule, path, line, about: `knows \`${own.slice(0, 60)}\`, which a test uses` }];
  });
};

const codesIn = (text: string): string[] => [...text.matchAll(long)].map(([, one, other]) => one ?? other ?? '');
