/** Makes a format out of what is particular to the JSON of one tool: where its entries are, and what they say. */
import type { z } from 'zod';
import type { FormatName } from '../../../config/sections/reviewing.ts';
import { cutEnd } from '../../../plain/cut.ts';
import { asArray, firstIssue, own } from '../../../plain/shape.ts';
import { saysNothingFound } from '../../read/nothing-found.ts';
import type { Collected, FormatContext, JsonFormat, TextFormat } from '../format.ts';
import { filledLines, parseLine } from './json-lines.ts';
import { tell, type Telling, type Told } from './told.ts';

export type Entry = { place: string; value: unknown };

export type Tool<Shape> = {
  name: FormatName;
  /** For people, with the command that writes it. */
  title: string;
  /** What its findings are labelled with; left out where many tools write this format. */
  reviewer?: string;
  /** One entry of it. */
  shape: z.ZodType<Shape>;
  /** Null for an entry that is no finding, such as a note about the tool itself. */
  told: (entry: Shape, place: string) => Told | readonly Told[] | null;
};

type Document = { recognises: (value: unknown) => boolean; entries: (value: unknown) => Iterable<Entry> };

/** A list as entries, named by its place. */
export const listed = (list: unknown, prefix = ''): Entry[] =>
  asArray(list).map((value, index) => ({ place: `${prefix}[${index}]`, value }));

/** Lists in the elements of a list, each entry with the element that it belongs to. */
export const listedIn = (list: unknown, key: string, prefix = ''): { place: string; value: unknown; of: unknown }[] =>
  asArray(list).flatMap((each, index) =>
    listed(own(each, key), `${prefix}[${index}].${key}`).map((entry) => ({ ...entry, of: each })),
  );

/** Whether it is a list with something in it of which all of these keys are there. */
export const isListOf = (value: unknown, ...keys: readonly string[]): boolean =>
  asArray(value).some((each) => keys.every((key) => own(each, key) !== undefined));

const readEntry = <Shape>(tool: Tool<Shape>, { place, value }: Entry, telling: Telling): void => {
  const parsed = tool.shape.safeParse(value);
  if (!parsed.success) {
    telling.into.problems.push({ place, message: `not a finding of ${tool.name}: ${firstIssue(parsed.error)}` });
    return;
  }
  const told = tool.told(parsed.data, place);
  for (const each of told === null ? [] : [told].flat()) tell(each, place, telling);
};

export const jsonTool = <Shape>(tool: Tool<Shape> & Document): JsonFormat => ({
  of: 'json',
  name: tool.name,
  title: tool.title,
  recognises: tool.recognises,
  read: (value: unknown, context: FormatContext): Collected => {
    const into: Collected = { findings: [], problems: [] };
    for (const entry of tool.entries(value)) readEntry(tool, entry, { context, into, reviewer: tool.reviewer });
    return into;
  },
});

/** How many lines are looked at to recognise it: a tool may have said something first. */
const sample = 20;

/** A JSON object in each line; other lines are what the tool says beside them. */
export const jsonLinesTool = <Shape>(tool: Tool<Shape> & { isEntry: (value: unknown) => boolean }): TextFormat => ({
  of: 'text',
  name: tool.name,
  title: tool.title,
  mayBeEmpty: true,
  saysNothingFound,
  recognises: (text) =>
    filledLines(text)
      .take(sample)
      .some(({ line }) => tool.isEntry(parseLine(line))),
  read: (text, context) => {
    const into: Collected = { findings: [], problems: [] };
    for (const { line, number } of filledLines(text)) {
      const value = parseLine(line);
      const place = `line ${number}`;
      if (value === undefined && saysNothingFound(line)) continue;
      if (value === undefined)
        into.problems.push({ place, message: `not a JSON object: ${cutEnd(line, 80).toWellFormed()}` });
      else readEntry(tool, { place, value }, { context, into, reviewer: tool.reviewer });
    }
    return into;
  },
});
