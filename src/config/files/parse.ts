/**
 * Step two: YAML into plain data, with the place of every key. The tree is walked by us, so that aliases, depth and
 * names stay in bounds.
 */
import { type Document, isMap, LineCounter, parseDocument } from 'yaml';
import type { ConfigProblem } from '../error.ts';
import type { Path } from '../../plain/plain-data.ts';
import { isPackage, packageKey } from './names.ts';
import type { ConfigText } from './outcome.ts';
import { TooMuch, type Walk, walkNode } from './yaml-walk.ts';

export type ParsedFile = {
  value: unknown;
  problems: ConfigProblem[];
  /** `fixpoint.yaml:12:5`; undefined for a key that is not in the file. */
  placeOf: (path: Path) => string | undefined;
};

/** The parser's own limit is the stack. */
const inPlainWords = (message: string): string =>
  message.includes('call stack') ? 'it is nested too deeply' : message;

const document = (text: string, counter: LineCounter): Document | string => {
  try {
    // Checked while walking: the parser's own check takes quadratic time.
    return parseDocument(text, { lineCounter: counter, prettyErrors: false, uniqueKeys: false });
  } catch (error) {
    if (error instanceof RangeError) return 'it is nested too deeply';
    return error instanceof Error ? error.message : String(error);
  }
};

const nothingParsed = (problems: ConfigProblem[]): ParsedFile => ({ value: {}, problems, placeOf: () => undefined });

const broken = (place: string, message: string): ParsedFile =>
  nothingParsed([{ place, message: `this cannot be read: ${message}` }]);

export const parseConfig = ({ name, text }: ConfigText): ParsedFile => {
  const counter = new LineCounter();
  const at = (offset: number): string => {
    const { line, col } = counter.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  const parsed = document(text, counter);
  if (typeof parsed === 'string') return broken(name, parsed);
  const complaints = [...parsed.errors, ...parsed.warnings].map(({ pos, message }) => ({
    place: at(pos[0]),
    message: `broken ${name.endsWith('.json') ? 'JSON' : 'YAML'}: ${inPlainWords(message)}`,
  }));
  // What follows the first is most often its consequence.
  return complaints.length > 0
    ? nothingParsed(complaints.slice(0, 1))
    : walked(configurationIn(parsed, name), name, at);
};

/** All of the file, or a key of a package.json; null where it has no such key. */
const configurationIn = ({ contents }: Document, name: string): unknown => {
  if (!isPackage(name)) return contents;
  return isMap(contents) ? (contents.get(packageKey, true) ?? null) : null;
};

const walked = (contents: unknown, name: string, at: Walk['at']): ParsedFile => {
  const walk: Walk = { at, places: new Map(), problems: [], anchors: new Map(), nodes: 0, aliases: 0 };
  try {
    const value = walkNode(walk, contents, []) ?? {};
    return { value, problems: walk.problems, placeOf: (path) => walk.places.get(JSON.stringify(path)) };
  } catch (error) {
    if (error instanceof TooMuch) return broken(name, error.message);
    throw error;
  }
};
