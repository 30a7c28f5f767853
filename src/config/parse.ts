/**
 * Step two: YAML into plain data, with the place of every key. The tree is walked by us, so that aliases, depth and
 * names stay in bounds.
 */
import { type Alias, type Document, LineCounter, isAlias, isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml';
import type { ConfigProblem } from './error.ts';
import { type Path, isReservedName, showPath } from '../plain/plain-data.ts';
import type { ConfigText } from './read.ts';

const maxDepth = 20;
const maxNodes = 200_000;
const maxAliases = 100;

export type ParsedFile = {
  value: unknown;
  problems: ConfigProblem[];
  /** `fixpoint.yaml:12:5`; undefined for a key that is not in the file. */
  placeOf: (path: Path) => string | undefined;
};

type Walk = {
  at: (offset: number) => string;
  places: Map<string, string>;
  problems: ConfigProblem[];
  /** Looked up here: the parser's own look-up goes through the whole document each time. */
  anchors: Map<string, unknown>;
  nodes: number;
  aliases: number;
};

class TooMuch extends Error {}

const offsetOf = (node: unknown): number => {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  const start: unknown = Array.isArray(range) ? range[0] : undefined;
  return typeof start === 'number' ? start : 0;
};

/** A number or a truth value as a key is its text. */
const nameOf = (key: unknown): string | null => {
  const value = isScalar(key) ? key.value : null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
};

const walkMap = (walk: Walk, items: readonly { key: unknown; value: unknown }[], path: Path): unknown => {
  const entries = new Map<string, unknown>();
  for (const { key, value } of items) {
    const place = walk.at(offsetOf(key));
    const name = nameOf(key);
    if (name === null) {
      walk.problems.push({ place, message: 'a key must be a plain word' });
      continue;
    }
    const here = [...path, name];
    if (isReservedName(name))
      walk.problems.push({ place: `${place} ${showPath(here)}`, message: 'this name is not allowed' });
    else if (entries.has(name))
      walk.problems.push({
        place: `${place} ${showPath(here)}`,
        message: 'this key is there twice',
        suggestion: 'keep one of them',
      });
    else {
      walk.places.set(JSON.stringify(here), place);
      entries.set(name, walkNode(walk, value, here));
    }
  }
  return Object.fromEntries(entries);
};

const followAlias = (walk: Walk, alias: Alias, path: Path): unknown => {
  walk.aliases += 1;
  if (walk.aliases > maxAliases) throw new TooMuch(`it has more than ${maxAliases} aliases`);
  const target = walk.anchors.get(alias.source);
  if (target !== undefined) return walkNode(walk, target, path);
  walk.problems.push({
    place: walk.at(offsetOf(alias)),
    message: `there is no anchor &${alias.source} before this alias`,
  });
  return undefined;
};

const walkNode = (walk: Walk, node: unknown, path: Path): unknown => {
  walk.nodes += 1;
  if (walk.nodes > maxNodes || path.length > maxDepth)
    throw new TooMuch(path.length > maxDepth ? 'it is nested too deeply' : 'it has too many entries');
  if (isAlias(node)) return followAlias(walk, node, path);
  if (isNode(node) && 'anchor' in node && node.anchor) walk.anchors.set(node.anchor, node);
  if (isMap(node)) return walkMap(walk, node.items, path);
  if (!isSeq(node)) return isScalar(node) ? node.value : null;
  return node.items.map((item, index) => {
    walk.places.set(JSON.stringify([...path, index]), walk.at(offsetOf(item)));
    return walkNode(walk, item, [...path, index]);
  });
};

/** The parser's own limit is the stack. */
const inPlainWords = (message: string): string =>
  message.includes('call stack') ? 'it is nested too deeply' : message;

const document = (text: string, counter: LineCounter): Document | string => {
  try {
    // Checked while walking: the parser's own check takes quadratic time.
    return parseDocument(text, { lineCounter: counter, prettyErrors: false, uniqueKeys: false });
  } catch (error) {
    return error instanceof RangeError
      ? 'it is nested too deeply'
      : error instanceof Error
        ? error.message
        : String(error);
  }
};

export const parseConfig = ({ name, text }: ConfigText): ParsedFile => {
  const counter = new LineCounter();
  const at = (offset: number): string => {
    const { line, col } = counter.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  const parsed = document(text, counter);
  const broken = (message: string): ParsedFile => ({
    value: {},
    problems: [{ place: name, message: `this cannot be read: ${message}` }],
    placeOf: () => undefined,
  });
  if (typeof parsed === 'string') return broken(parsed);
  const complaints = [...parsed.errors, ...parsed.warnings].map(({ pos, message }) => ({
    place: at(pos[0]),
    message: `broken YAML: ${inPlainWords(message)}`,
  }));
  if (complaints.length > 0) return { value: {}, problems: complaints, placeOf: () => undefined };
  const walk: Walk = { at, places: new Map(), problems: [], anchors: new Map(), nodes: 0, aliases: 0 };
  try {
    const value = walkNode(walk, parsed.contents, []) ?? {};
    return { value, problems: walk.problems, placeOf: (path) => walk.places.get(JSON.stringify(path)) };
  } catch (error) {
    if (error instanceof TooMuch) return broken(error.message);
    throw error;
  }
};
