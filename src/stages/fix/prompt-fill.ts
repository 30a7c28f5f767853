/** Decides what of a call's findings fits into one prompt, and what is told about several of them only once. */
import type { ShownLine } from './change.ts';
import type { History } from './prompt-attempts.ts';
import { findingSection, type PromptFinding } from './prompt-finding.ts';

export type Filled = {
  entries: PromptFinding[];
  sections: string[];
  failures: string[];
  change: ShownLine[];
  /** Those for which there was no room for the change around them. */
  withoutChange: string[];
};

/** Characters: of the whole, and of the reviewed change in it. */
export type Room = { all: number; change: number };

/** In their order, as many as there is room for; one is always there, or nobody would be asked anything. */
export const fillPrompt = (entries: readonly PromptFinding[], history: History, room: Room): Filled => {
  const filled: Filled = { entries: [], sections: [], failures: [], change: [], withoutChange: [] };
  const told = new Set<string>();
  let left = room;
  for (const entry of entries) {
    const more = addition(entry, history, told, left.change);
    if (filled.entries.length > 0 && more.size > left.all) break;
    left = { all: left.all - more.size, change: left.change - more.changeSize };
    add(filled, more, told);
  }
  return filled;
};

type Addition = {
  entry: PromptFinding;
  section: string;
  failures: string[];
  change: readonly ShownLine[];
  changeSize: number;
  size: number;
};

const addition = (entry: PromptFinding, history: History, told: ReadonlySet<string>, changeRoom: number): Addition => {
  const section = findingSection(entry, history.below(entry));
  const failures = history.failures(entry).filter((failure) => !told.has(failure));
  const fresh = (entry.change ?? []).filter((line) => !told.has(keyOf(line)));
  const change = sizeOf(fresh.map(({ text }) => text)) > changeRoom ? [] : fresh;
  const changeSize = sizeOf(change.map(({ text }) => text));
  const size = sizeOf([section, entry.finding.file ?? '', ...failures]) + changeSize;
  return { entry, section, failures, change, changeSize, size };
};

const add = (filled: Filled, more: Addition, told: Set<string>): void => {
  filled.entries.push(more.entry);
  filled.sections.push(more.section);
  filled.failures.push(...more.failures);
  filled.change.push(...more.change);
  for (const key of [...more.failures, ...more.change.map(keyOf)]) told.add(key);
  const isShown = (more.entry.change ?? []).every((line) => told.has(keyOf(line)));
  if (!isShown) filled.withoutChange.push(more.entry.finding.code);
};

const keyOf = ({ file, n }: ShownLine): string => JSON.stringify([file, n]);

const sizeOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length + 1, 0);
