/** The part of a markdown file that says what it is: YAML between two lines of `---`. */
import { parseDocument } from 'yaml';

/** `head`: plain data of unknown shape. */
export type FrontMatter = { head: unknown; body: string };

/** It says a few words: whatever is longer is something else. */
const mostCharacters = 4_000;

/** A text says what is wrong with it. */
export const readFrontMatter = (text: string): FrontMatter | string => {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  if (!plain.startsWith('---\n')) return 'its first line must be ---, with what it is below, up to another ---';
  const end = plain.indexOf('\n---\n', 3);
  if (end === -1 || end > mostCharacters) return 'what it is, below the first line, must end with a line ---';
  const parsed = parse(plain.slice(4, end + 1));
  return typeof parsed === 'string' ? parsed : { ...parsed, body: plain.slice(end + 5).trim() };
};

const parse = (yaml: string): { head: unknown } | string => {
  const document = parseDocument(yaml, { logLevel: 'error' });
  const [error] = document.errors;
  if (error) return `what stands between the two lines --- must be YAML: ${firstLine(error.message)}`;
  try {
    return { head: document.toJS({ maxAliasCount: 0 }) };
  } catch (failure) {
    const reason = failure instanceof Error ? firstLine(failure.message) : String(failure);
    return `what stands between the two lines --- must be plain YAML: ${reason}`;
  }
};

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
