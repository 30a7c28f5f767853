/** Gives findings ids that last: kept where a finding is known, else made from the code that it is about. */
import { hash } from 'node:crypto';
import { given } from '../../plain/given.ts';
import { type Placed, anchorIn } from './anchor.ts';
import { readAnchor } from './read-anchor.ts';
import { matchFindings } from './match.ts';
import { type Recognisable, anchorKey, idKey } from './recognisable.ts';
import { type Source, toSource } from './source.ts';

export type Identifiable = Recognisable & Placed;
export type Known = Recognisable & { id: string };
export type Identity = { id: string; anchor?: string };
export type IdentifyContext = { textOf: (file: string) => string | null; known: readonly Known[] };

const idShape = /^f[0-9a-f]{12}$/;

/** Code with at least so many tokens is told apart by itself; below, by what is around it as well. */
const distinctive = 8;

/** Lines, indentation and the wording are left out as long as there is code to go by. */
const stableParts = (finding: Recognisable): unknown[] => {
  const kind = finding.rule ?? finding.category;
  const anchor = readAnchor(finding.anchor);
  if (anchor === null) return [kind, finding.file ?? null, finding.title, finding.line ?? null];
  const code = [kind, anchor.code, anchor.token, anchor.offset];
  if (anchor.head === '') return [kind, finding.file ?? null];
  return anchor.weight >= distinctive
    ? code
    : [...code, anchor.before[0] ?? null, anchor.after[0] ?? null, anchor.scopes[0] ?? null];
};

const freshId = (parts: string, occurrence: number): string =>
  `f${hash('sha256', `${parts} ${occurrence}`).slice(0, 12)}`;

const anchorsOf = (findings: readonly Identifiable[], textOf: IdentifyContext['textOf']): (string | undefined)[] => {
  const sources = new Map<string, Source | null>();
  const sourceOf = (file: string): Source | null => {
    const known = sources.get(file);
    if (known !== undefined) return known;
    const text = textOf(file);
    const source = text === null ? null : toSource(text);
    sources.set(file, source);
    return source;
  };
  return findings.map((finding) => {
    const source = finding.file === undefined ? null : sourceOf(finding.file);
    const carried = finding.fingerprints?.[anchorKey];
    return (source && anchorIn(finding, source)) ?? (readAnchor(carried) ? carried : undefined);
  });
};

/** Gives each id once. */
class Ids {
  readonly #ids = new Map<number, string>();
  readonly #given = new Set<string>();
  readonly #occurrences = new Map<string, number>();

  of(index: number): string | undefined {
    return this.#ids.get(index);
  }

  give(index: number, id: string | undefined): boolean {
    if (id === undefined || this.#ids.has(index) || this.#given.has(id)) return false;
    this.#ids.set(index, id);
    this.#given.add(id);
    return true;
  }

  /** Findings that look the same are told apart by their order. */
  giveFresh(index: number, finding: Recognisable): string {
    const parts = JSON.stringify(stableParts(finding));
    const first = freshId(parts, 0);
    if (this.give(index, first)) return first;
    let occurrence = this.#occurrences.get(first) ?? 1;
    while (!this.give(index, freshId(parts, occurrence))) occurrence += 1;
    this.#occurrences.set(first, occurrence + 1);
    return freshId(parts, occurrence);
  }
}

export const identify = (findings: readonly Identifiable[], { textOf, known }: IdentifyContext): Identity[] => {
  const anchors = anchorsOf(findings, textOf);
  const recognisable = findings.map((finding, index): Recognisable =>
    anchors[index] === undefined ? finding : { ...finding, anchor: anchors[index] },
  );
  const ids = new Ids();
  for (const [before, now] of matchFindings(known, recognisable)) ids.give(now, known[before]?.id);
  for (const [index, { fingerprints }] of recognisable.entries()) {
    const carried = fingerprints?.[idKey];
    if (carried !== undefined && idShape.test(carried)) ids.give(index, carried);
  }
  return recognisable.map((finding, index) => ({
    id: ids.of(index) ?? ids.giveFresh(index, finding),
    ...given({ anchor: finding.anchor }),
  }));
};
