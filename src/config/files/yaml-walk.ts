/** Walks YAML that was parsed, so that aliases, depth and names stay in bounds, and every key has a place. */
import { type Alias, isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import { type Path, isReservedName, showPath } from '../../plain/plain-data.ts';
import type { ConfigProblem } from '../error.ts';

const maxDepth = 20;
const maxNodes = 200_000;
const maxAliases = 100;

export type Walk = {
  at: (offset: number) => string;
  places: Map<string, string>;
  problems: ConfigProblem[];
  /** Looked up here: the parser's own look-up goes through the whole document each time. */
  anchors: Map<string, unknown>;
  nodes: number;
  aliases: number;
};

export class TooMuch extends Error {}

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

const twice = { message: 'this key is there twice', suggestion: 'keep one of them' };

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
    const keyPlace = `${place} ${showPath(here)}`;
    if (isReservedName(name)) walk.problems.push({ place: keyPlace, message: 'this name is not allowed' });
    else if (entries.has(name)) walk.problems.push({ place: keyPlace, ...twice });
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

export const walkNode = (walk: Walk, node: unknown, path: Path): unknown => {
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
