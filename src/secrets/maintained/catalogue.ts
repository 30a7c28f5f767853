/**
 * The rules of secretlint: a catalogue that others maintain, so that new kinds of keys come with an update. It takes
 * some time to load, so that it is asked only where text may wait.
 */
import { rules, type Source } from '@secretlint/secretlint-rule-preset-recommend';
import { merged, replacement, type Span } from '../find/span.ts';

/** Lets a comment in the text switch off all others: whoever wrote the text would decide what is hidden. */
const comments = '@secretlint/secretlint-rule-filter-comments';

/** No key is shorter; most texts are. */
const shortest = 20;

const sourceOf = (content: string): Source => ({
  content,
  contentType: 'text',
  filePath: undefined,
  ext: '',
  hasBOM: false,
});

/** The rules go through a text at once, one after the other, and keep nothing of it. */
const createScan = (): ((text: string) => Span[]) => {
  let found: Span[] = [];
  const context = {
    createTranslator: () => () => ({ message: '', messageId: '' }),
    report: ({ range: [start, end] }: { range: readonly [number, number] }) => void found.push({ start, end }),
    ignore: () => undefined,
  };
  const scanners = rules.filter(({ meta }) => meta.id !== comments).map((rule) => rule.create(context, {}));
  return (text) => {
    found = [];
    const source = sourceOf(text);
    for (const scanner of scanners) scanner.file(source);
    return found;
  };
};

const scan = createScan();

/** Where in a text, which our own patterns went through before, it still knows a secret. */
export const findMaintained = (text: string): Span[] =>
  text.length < shortest ? [] : merged(scan(text).filter((span) => !isRedacted(text, span)));

/** An address whose password is out of it already looks like one that has one. */
const isRedacted = (text: string, { start, end }: Span): boolean => text.slice(start, end).includes(replacement);
