/** One mutated input, by its number: the same number gives the same input. */
import { type FormatName, formatNames } from '../../../src/config/sections/reviewing.ts';
import { type Random, seeded } from '../loop/random.ts';
import { flipBits, mutateJson, mutateText, mutateXml } from './mutate.ts';
import { expandedMark, nested } from './nasty.ts';
import { samples } from './samples.ts';

export type FuzzCase = {
  /** Of the sample that it was made from. */
  of: string;
  text: string | Uint8Array;
  /** Named, or left to detection. */
  format: FormatName | undefined;
  fromTool: boolean;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const several = <T>(start: T, random: Random, step: (value: T) => T): T => {
  let value = start;
  for (
    let times = random.weighted([
      [5, 1],
      [3, 2],
      [1, 4],
    ]);
    times > 0;
    times -= 1
  )
    value = step(value);
  return value;
};

/** The text or an attribute of XML is where entities would be expanded. */
const withBomb = (text: string): string => {
  const levels = Array.from({ length: 12 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`).join(
    '',
  );
  const declared = `<!DOCTYPE x [<!ENTITY e0 "${expandedMark}">${levels}]>`;
  return (
    declared +
    text
      .replace(/^<\?xml[^>]{0,80}\?>/, '')
      .replace(/message="/, 'message="&e12;')
      .replace(/name="/, 'name="&e5;')
  );
};

const mutated = (text: string, other: string, random: Random): string => {
  const value = parsed(text);
  if (/<checkstyle|<testsuite/.test(text) && random.chance(0.7)) {
    const xml = several(text, random, (each) => mutateXml(each, random));
    return random.chance(0.3) ? withBomb(xml) : xml;
  }
  if (random.chance(0.01))
    return JSON.stringify(value ?? text).replace(/"[^"]{0,20}"/, JSON.stringify(nested(random.pick([500, 4_000]))));
  if (value !== undefined && random.chance(0.8)) {
    return (
      JSON.stringify(several<unknown>(value, random, (tree) => mutateJson(tree, parsed(other) ?? other, random))) ??
      'null'
    );
  }
  return several(text, random, (each) => mutateText(each, other, random));
};

const isName = (name: string): name is FormatName => formatNames.some((each) => each === name);

export const caseOf = (seed: number): FuzzCase => {
  const random = seeded(seed);
  // By format first, so that one with many samples does not crowd out the others.
  const of = random.pick([...new Set(samples.map(({ format }) => format))]);
  const sample = random.pick(samples.filter(({ format }) => format === of));
  const text = mutated(sample.text, random.pick(samples).text, random);
  const format = random.weighted<string>([
    [5, ''],
    [4, of],
    [1, random.pick(formatNames)],
  ]);
  return {
    of,
    text: random.chance(0.08) ? flipBits(text, random) : text,
    format: isName(format) ? format : undefined,
    fromTool: random.chance(0.5),
  };
};
