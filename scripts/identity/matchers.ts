/** Ours, and what it is compared with. */
import { type Recognisable, matchFindings } from '../../src/findings/identity/match.ts';
import { normalised } from '../../src/findings/identity/source.ts';

/** `code`: the text of its line. */
export type Seen = Recognisable & { code: string };
export type Matcher = (before: readonly Seen[], now: readonly Seen[]) => Map<number, number>;

/** Findings with one key correspond in their order. */
const byKey =
  (keyOf: (finding: Seen) => string): Matcher =>
  (before, now) => {
    const later = new Map<string, number[]>();
    for (const [index, finding] of now.entries()) {
      const key = keyOf(finding);
      const list = later.get(key);
      if (list) list.push(index);
      else later.set(key, [index]);
    }
    const taken = new Map<string, number>();
    return new Map(
      before.flatMap((finding, index): [number, number][] => {
        const key = keyOf(finding);
        const turn = taken.get(key) ?? 0;
        taken.set(key, turn + 1);
        const found = later.get(key)?.[turn];
        return found === undefined ? [] : [[index, found]];
      }),
    );
  };

const kindOf = ({ rule, category }: Seen): string => rule ?? category;

export const matchers = {
  ours: matchFindings,
  'path+line+rule': byKey((finding) => JSON.stringify([kindOf(finding), finding.file, finding.line])),
  'rule+line hash': byKey((finding) => JSON.stringify([kindOf(finding), normalised(finding.code)])),
  'rule+path+line hash': byKey((finding) => JSON.stringify([kindOf(finding), finding.file, normalised(finding.code)])),
} satisfies Record<string, Matcher>;

export type MatcherName = keyof typeof matchers;
export const matcherNames: readonly MatcherName[] = ['ours', 'path+line+rule', 'rule+line hash', 'rule+path+line hash'];
