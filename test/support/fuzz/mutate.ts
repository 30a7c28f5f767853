/** Changes to an input: in its text, and where it is JSON in its structure. */
import type { Random } from '../loop/random.ts';
import { nastyText, nastyValue } from './nasty.ts';

const cutOut = (text: string, random: Random): string => {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + text.slice(at + random.pick([1, 1, 5, 50, 500]));
};

const insert = (text: string, random: Random): string => {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + nastyText(random) + text.slice(at);
};

/** One of the parts that a pattern finds gives way to something nasty. */
const replaceOne = (text: string, pattern: RegExp, random: Random, made: (nasty: string) => string): string => {
  const found = [...text.matchAll(pattern)];
  const match = found[random.below(found.length)];
  if (!match) return insert(text, random);
  return text.slice(0, match.index) + made(nastyText(random)) + text.slice(match.index + match[0].length);
};

const replaceWord = (text: string, random: Random): string =>
  replaceOne(text, /[\w./-]{1,200}/g, random, (nasty) => nasty);

const forXml: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

/** Still well-formed, most of the time. */
export const mutateXml = (text: string, random: Random): string =>
  replaceOne(text, /"[^"<>]{0,300}"/g, random, (nasty) => {
    const value = nasty.replaceAll(/[\p{Cc}\uFEFF\p{Surrogate}]/gu, '?');
    return `"${random.chance(0.8) ? value.replaceAll(/[&<"]/g, (character) => forXml[character] ?? '') : value.replaceAll('"', '')}"`;
  });

const repeatPart = (text: string, random: Random): string => {
  const from = random.below(text.length + 1);
  const part = text.slice(from, from + random.pick([1, 10, 100]));
  return text.slice(0, from) + part.repeat(random.pick([2, 20, 200])) + text.slice(from);
};

const swapLines = (text: string, random: Random): string => {
  const lines = text.split('\n');
  const [line = ''] = lines.splice(random.below(lines.length), 1);
  lines.splice(random.below(lines.length + 1), 0, line);
  return lines.join('\n');
};

const spliced = (text: string, other: string, random: Random): string =>
  text.slice(0, random.below(text.length + 1)) + other.slice(random.below(other.length + 1));

export const mutateText = (text: string, other: string, random: Random): string =>
  random.weighted<() => string>([
    [6, () => replaceWord(text, random)],
    [3, () => insert(text, random)],
    [3, () => cutOut(text, random)],
    [1, () => text.slice(0, random.below(text.length + 1))],
    [1, () => spliced(text, other, random)],
    [1, () => repeatPart(text, random)],
    [1, () => swapLines(text, random)],
  ])();

/** Some bits flipped, which also makes bytes that are no text. */
export const flipBits = (text: string, random: Random): Uint8Array => {
  const bytes = Buffer.from(text);
  for (let times = 1 + random.below(8); times > 0 && bytes.length > 0; times -= 1) {
    const at = random.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  }
  return random.chance(0.1)
    ? Buffer.concat([Buffer.from(random.pick(['fffe', 'feff', 'efbbbf']), 'hex'), bytes])
    : bytes;
};

const sizeOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), 1)
    : 1;

type Change = (value: unknown) => { value: unknown } | null;

/** The n-th value of a tree, in order, gets what `change` makes of it; null takes it out. */
const changeAt = (tree: unknown, at: number, change: Change): unknown => {
  let left = at;
  const visit = (node: unknown): { value: unknown } | null => {
    left -= 1;
    if (left === 0) return change(node);
    if (Array.isArray(node)) return { value: node.flatMap((each) => Object.values(visit(each) ?? {})) };
    if (typeof node !== 'object' || node === null) return { value: node };
    return {
      value: Object.fromEntries(
        Object.entries(node).flatMap(([key, each]) => Object.values(visit(each) ?? {}).map((made) => [key, made])),
      ),
    };
  };
  return visit(tree)?.value ?? null;
};

const withPrototypeKeys = (node: unknown): { value: unknown } => {
  const entries = typeof node === 'object' && node !== null && !Array.isArray(node) ? Object.entries(node) : [];
  const reaching = { polluted: true, title: 'polluted', uri: '../x', status: 'accepted' };
  return { value: Object.fromEntries([...entries, ['__proto__', reaching], ['constructor', { prototype: reaching }]]) };
};

export const mutateJson = (value: unknown, other: unknown, random: Random): unknown =>
  changeAt(
    value,
    1 + random.below(sizeOf(value)),
    random.weighted<Change>([
      [6, () => ({ value: nastyValue(random) })],
      [2, () => null],
      [2, withPrototypeKeys],
      [1, (node) => ({ value: [node, node] })],
      [1, (node) => ({ value: { [nastyText(random)]: node } })],
      [
        1,
        (node) => ({
          value: Array.isArray(node)
            ? node.flatMap((each) => Array.from({ length: 30 }, () => each))
            : (JSON.stringify(node) ?? ''),
        }),
      ],
      [1, () => ({ value: other })],
    ]),
  );
