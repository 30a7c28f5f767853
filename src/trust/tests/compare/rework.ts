/**
 * Tests that were reworked as a whole: the patch brings many checks that were not there, and no fewer are made than
 * before. A single check that is gone, or says something else, shows nothing then, and is only told. Tests of what a
 * finding names are not reworked by the way.
 */
import type { Asking } from '../../../model/patch.ts';
import type { Remark } from '../../../model/remark.ts';
import type { Check, Unit } from '../model.ts';
import { canonical, identifiersOf } from '../text/tokens.ts';
import { type Judge, notedIf } from './judge.ts';

/** What becomes of single checks and tests; who is kept from running is another matter. */
const ofSingleChecks: ReadonlySet<string> = new Set([
  'test-deleted',
  'test-emptied',
  'test-not-run',
  'assertion-removed',
  'assertion-loosened',
  'assertion-tautological',
  'assertion-unreachable',
  'test-data-deleted',
  'expected-rewritten',
  'unit-mocked',
]);

const isSkipped = (unit: Unit | null): boolean => unit !== null && (unit.skips.length > 0 || isSkipped(unit.parent));

const isReal = ({ isConstant, level, guards }: Check): boolean =>
  !isConstant && level >= 2 && !guards.some(({ kind }) => kind === 'swallowed' || kind === 'uncalled');

/** Checks that say something and are made, each of them once. */
const madeIn = (units: readonly Unit[]): Set<string> =>
  new Set(
    units
      .filter((unit) => !isSkipped(unit))
      .flatMap(({ checks }) => checks.filter(isReal).map(({ text }) => canonical(text))),
  );

/** Fewer new checks may come with any fix. */
const fewest = 6;

/** What may be missing over all tests where a patch brings much else: a tenth of the checks, and no more than these. */
const mostLost = 10;

const isKeptInAll = (were: number, are: number): boolean => were - are <= Math.min(mostLost, were / 10);

type Sides = { before: readonly Unit[]; after: readonly Unit[] };

const isReworked = ({ before, after }: Sides, refusals: number, { isRich, bringsTests }: Judge): boolean => {
  const [were, are] = [madeIn(before), madeIn(after)];
  if (isRich && (bringsTests || isKeptInAll(were.size, are.size))) return true;
  const fresh = are.difference(were).size;
  return are.size >= were.size && fresh >= Math.max(fewest, refusals);
};

const codeLike = /`([^`\n]{1,80})`|\b([\p{L}_$][\w$]*)\(|\b([a-z]\w*(?:[A-Z]|_[a-z])\w*)\b/gu;

/** What findings name as one names code: `total`, total(), orderTotal. */
const namedBy = (findings: readonly Asking[]): Set<string> =>
  new Set(
    findings.flatMap(({ title, description, suggestion = '' }) =>
      [...`${title}\n${description}\n${suggestion}`.slice(0, 20_000).matchAll(codeLike)].flatMap(([, ...found]) =>
        found.flatMap((each) => identifiersOf(each ?? '')),
      ),
    ),
  );

export const withoutReworked = (found: readonly Remark[], sides: Sides, judge: Judge): Remark[] => {
  const { code, findings, isAboutTests } = judge;
  const named = namedBy(findings);
  const isSingle = ({ rule, noteOnly, message }: Remark): boolean =>
    noteOnly !== true && ofSingleChecks.has(rule) && !identifiersOf(message).some((name) => named.has(name));
  const single = new Set(found.filter(isSingle));
  if (single.size === 0 || (code !== 'meaning' && !isAboutTests) || !isReworked(sides, single.size, judge))
    return [...found];
  return found.map((each) => (single.has(each) ? { ...each, noteOnly: true } : each));
};

/** Of a patch that brings much: what is noticed in a file that no finding lies in. */
export const notedAway = (found: readonly Remark[], { findings, isRich }: Judge): Remark[] =>
  found.map((each) => notedIf(isRich && findings.every(({ file }) => file !== undefined && file !== each.file), each));
