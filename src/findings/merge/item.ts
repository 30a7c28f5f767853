/** A finding as it goes through consolidation: its place, its turn, its title, and which of them may be one. */
import { severityRank } from '../../model/finding.ts';
import type { Reported } from './merge.ts';
import { editDistance } from './distance.ts';
import { maxEdits, Title } from './title.ts';

/** Lines that two findings may be apart. */
export const reach = 5;

/** No file has as many lines; whatever lies beyond counts as this one. */
const lastLine = 2 ** 30;

export type Item = {
  readonly finding: Reported;
  /** When it was reported. */
  readonly index: number;
  /** What decides its turn first: severity, then line. */
  readonly order: number;
  /** Its lines; all there are for a finding without one. */
  readonly from: number;
  readonly to: number;
  /** Its turn within its file. */
  turn: number;
  title: Title | null;
  /** Of a leader: its group, itself first, once there is somebody else in it. */
  members: Item[] | null;
};

export const itemOf = (finding: Reported, index: number): Item => {
  const { file, line, endLine } = finding;
  const somewhere = file !== undefined && line !== undefined;
  return {
    finding,
    index,
    order: severityRank[finding.severity] * 2 * lastLine + Math.min(line ?? 0, lastLine),
    from: somewhere ? Math.min(line, lastLine) : 0,
    to: somewhere ? Math.min(endLine !== undefined && endLine > line ? endLine : line, lastLine) : lastLine,
    turn: 0,
    title: null,
    members: null,
  };
};

/** Most severe first, then by position, then as reported. */
export const inTurn = (a: Item, b: Item): number =>
  a.order - b.order ||
  (a.finding.column ?? 0) - (b.finding.column ?? 0) ||
  (a.finding.endLine ?? 0) - (b.finding.endLine ?? 0) ||
  (a.finding.endColumn ?? 0) - (b.finding.endColumn ?? 0) ||
  a.index - b.index;

export const overlap = (a: Item, b: Item): boolean => a.from <= b.to + reach && b.from <= a.to + reach;

const samePlace = (a: Reported, b: Reported): boolean =>
  a.line === b.line && a.column === b.column && a.endLine === b.endLine && a.endColumn === b.endColumn;

export const titleOf = (item: Item): Title => (item.title ??= new Title(item.finding.title));

/** A tool that names no rule says by its words what it is about. What an agent says twice may well be one. */
const speaksByWords = ({ rule, line, ranIn }: Reported): boolean =>
  rule === undefined && line !== undefined && ranIn !== undefined;

const sameRule = (a: Item, b: Item): boolean => {
  if (a.finding.rule !== b.finding.rule) return false;
  if (a.finding.rule !== undefined) return true;
  return speaksByWords(a.finding) && speaksByWords(b.finding) && titleOf(a).text === titleOf(b).text;
};

/** A reviewer that reports one rule, or a tool that says the same words, at two places means two problems. */
export const keptApart = (a: Item, b: Item): boolean =>
  a.finding.reviewer === b.finding.reviewer && !samePlace(a.finding, b.finding) && sameRule(a, b);

/**
 * What findings are called and by whom, in forms that are quick to compare. `onCompare` hears of every edit distance.
 */
export class Names {
  readonly #sources = new Map<string, Map<string | undefined, number>>();
  readonly #onCompare: () => void;
  #sourceCount = 0;

  constructor(onCompare: () => void) {
    this.#onCompare = onCompare;
  }

  /**
   * The reviewer and its rule as a number. 0 without a rule, where nothing is kept apart; below 0 for a tool, of which
   * the same words are.
   */
  sourceOf({ finding }: Item): number {
    const { reviewer, rule } = finding;
    if (rule === undefined && !speaksByWords(finding)) return 0;
    const rules = this.#sources.get(reviewer) ?? new Map<string | undefined, number>();
    this.#sources.set(reviewer, rules);
    const known = rules.get(rule);
    if (known !== undefined) return known;
    this.#sourceCount += 1;
    const source = rule === undefined ? -this.#sourceCount : this.#sourceCount;
    rules.set(rule, source);
    return source;
  }

  similar(a: Title, b: Title): boolean {
    if (a.text === b.text) return true;
    if (!a.mayBeSimilar(b)) return false;
    this.#onCompare();
    return editDistance(a.text, b.text) <= maxEdits(Math.max(a.text.length, b.text.length));
  }

  match(a: Item, b: Item): boolean {
    if (!overlap(a, b) || keptApart(a, b)) return false;
    return a.finding.title === b.finding.title || this.similar(titleOf(a), titleOf(b));
  }
}
