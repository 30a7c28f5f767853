/** Types that say less than before (7.1). */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Asking } from '../../../model/patch.ts';
import type { Remark } from '../../../model/remark.ts';
import type { SourceChange, SourcePatch } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import { type Declaration, declarationsOf } from './declarations.ts';
import { freshIn, textOf, unitName } from '../facts.ts';
import { freshLines } from '../fresh-lines.ts';
import { weakenedTags } from './jsdoc-types.ts';
import { openTypes, typeLines } from './type-lines.ts';
import { assertedOf, castedIn, weakNode } from './weak-nodes.ts';
import { isWeaker, isWidened } from './weaker.ts';
import type { Place } from '../places.ts';
import type { Seen } from '../seen.ts';
import { headedBy, mentions, wants } from '../words.ts';

type Weakened = Omit<Seen, 'rule'>;

const aboutTypes = pattern(
  'i',
  anyOf(
    /\bTS\d{3,5}\b/,
    /mypy|pyright|pytype|\bpyre\b/,
    /not assignable/,
    /incompatible (?:types?|return)/,
    /possibly ['"`]?(?:undefined|null|none)/,
    /type[- ]?(?:error|check|safety|mismatch)/,
    /wrong type/,
    /does not exist on type/,
    /missing in type/,
    /argument of type/,
    /explicit-any|no-unsafe|unchecked|rawtypes/,
    /cannot use .{1,80} as/,
    /mismatched types/,
    /E0308|reportOptional/,
    /has no attribute/,
    /non-null/,
  ),
);

const wantsLoose = pattern(
  'i',
  anyOf(
    /\boptional\b|\bnullable\b/,
    /(?:may|might|can) be (?:missing|absent|undefined|null|none|nil)/,
    /\bunion\b|widen|annotat|declare|signature/,
    /return type/,
    /type hint/,
    /typed as/,
    /\baccept|\ballow|\bsupport/,
  ),
);

const guard = pattern(
  '',
  anyOf(
    /\?\?/,
    /\?\./,
    /[!=]==? ?(?:undefined|null|nil)/,
    /is (?:not )?None/,
    /\btypeof\b|isinstance|instanceof/,
    /if \(?!/,
    /\.is_(?:some|none)/,
    /if let/,
    /unwrap_or|\bmatch\b/,
    /!= nil/,
    /\bif not\b/,
    /ifPresent|orElse/,
  ),
);

/** Of the same name before and after; where there are several, in their order. */
const paired = ({ before, after }: SourceChange): [Declaration, Declaration][] => {
  const old = Map.groupBy(declarationsOf(before), ({ key }) => key);
  const now = Map.groupBy(declarationsOf(after), ({ key }) => key);
  return [...renamed(old, now), ...pairedByName(old, now)];
};

type Declared = ReadonlyMap<string, readonly Declaration[]>;

/** Parameters that only one of the states has, by their functions. */
const onlyIn = (some: Declared, other: Declared): Map<string, Declaration[]> => {
  const own = [...some].filter(([key]) => !other.has(key)).flatMap(([, all]) => all);
  return Map.groupBy(
    own.filter(({ what }) => what === 'parameter'),
    ({ key }) => key.slice(0, key.indexOf(' parameter ')),
  );
};

/** Parameters that have another name now: of the same function, in their order. */
const renamed = (old: Declared, now: Declared): [Declaration, Declaration][] => {
  const gone = onlyIn(old, now);
  return [...onlyIn(now, old)].flatMap(([unit, ours]) => pairedInOrder(gone.get(unit) ?? [], ours));
};

const pairedInOrder = (theirs: readonly Declaration[], ours: readonly Declaration[]): [Declaration, Declaration][] =>
  theirs.length === ours.length ? ours.map((each, index) => [theirs[index] ?? each, each]) : [];

const pairedByName = (old: Declared, now: Declared): [Declaration, Declaration][] =>
  [...now].flatMap(([key, ours]) => {
    return pairedInOrder(old.get(key) ?? [], ours);
  });

const nameOf = ({ key }: Declaration): string => key.trim().replace(/ (?:parameter|field|variable|type) /, '.');

const weakenedBy = (old: Declaration, now: Declaration, isChecker: boolean): string | null => {
  if (old.type === null) return null;
  if (now.type === null) {
    const isNeeded = old.what === 'parameter' || old.what === 'field' || isChecker;
    return isNeeded ? `takes the type \`${old.type.slice(0, 60)}\` away from \`${nameOf(now)}\`` : null;
  }
  if (!isWeaker(old.type, now.type)) return null;
  const [was, is] = [old.type.slice(0, 60), now.type.slice(0, 60)];
  return `declares \`${nameOf(now)}\` as \`${is}\`, which says less than \`${was}\``;
};

const loosenedBy = (old: Declaration, now: Declaration): string | null => {
  if (now.isOptional && !old.isOptional) return `makes \`${nameOf(now)}\` optional`;
  if (old.type === null || now.type === null || old.what === 'type' || !isWidened(old.type, now.type)) return null;
  return `lets \`${nameOf(now)}\` be more than \`${old.type.slice(0, 60)}\``;
};

/** `any` and the like: in functions that were there before, and of values that were there before. */
const freshWeak = (changes: readonly SourceChange[], isChecker: boolean): Weakened[] => {
  const found = freshIn(changes, weakNode);
  if (found.length === 0 || isChecker) return found;
  const units = new Set(changes.flatMap(({ before }) => (before?.places() ?? []).map(({ unit }) => unitName(unit))));
  const removed = changes.flatMap(removedLines);
  return found.filter(({ unit, node }) => {
    if (node.kind === 'cast_expression' || node.kind === 'type_assertion_expression') return true;
    const inner = castedIn(node);
    return inner === null ? unit !== '' && units.has(unit) : removed.some((line) => line.includes(textOf(inner)));
  });
};

const removedLines = ({ before }: SourceChange): string[] =>
  codeLines(before).map(({ text }) => text.replaceAll(/\s+/g, ' '));

/** Expressions that were there before without being asserted. */
const assertions = (change: SourceChange): Weakened[] => {
  const { path, before, after } = change;
  const removed = removedLines(change);
  const were = new Set((before?.places() ?? []).filter((place) => assertedOf(place) !== null).map(textAt));
  const wasBare = (inner: string, whole: string): boolean =>
    inner.length > 1 && removed.some((line) => line.includes(inner) && !line.includes(whole));
  return (after?.places() ?? []).flatMap((place) => {
    const inner = assertedOf(place);
    const text = textAt(place);
    if (inner === null || were.has(text) || !wasBare(textOf(inner), text)) return [];
    return [{ path, line: place.node.line, about: `only asserts a type: \`${text.slice(0, 80)}\`` }];
  });
};

const textAt = ({ node }: Place): string => textOf(node);

const remarkOn = ({ path, line, about }: Weakened): Remark => ({
  gate: 'types',
  rule: 'type-weakened',
  file: path,
  line,
  message: `the patch ${about}`,
  accepted: 'a type that says what the value is, and code that makes it so; a check at run time where it is not known',
});

/** Each declaration of both states with what is said about it. */
const declared = (
  changes: readonly SourceChange[],
  judge: (old: Declaration, now: Declaration) => string | null,
): Weakened[] =>
  changes.flatMap((change) =>
    paired(change).flatMap(([old, now]): Weakened[] => {
      const about = judge(old, now);
      return about === null ? [] : [{ path: change.path, line: now.line, about }];
    }),
  );

/** Where a checker complains, a type may not simply let more through: unless that is asked for, or code sees to it. */
const mayLoosen = (changes: readonly SourceChange[], findings: readonly Asking[]): boolean =>
  wants(findings, wantsLoose) || changes.some(({ after }) => codeLines(after).some(({ text }) => guard.test(text)));

const oncePerLine = (found: readonly Weakened[]): Weakened[] => {
  const seen = new Set<string>();
  return found.filter(({ path, line }) => !seen.has(`${path}:${line}`) && seen.add(`${path}:${line}`));
};

export const types = ({ changes, findings }: SourcePatch): Remark[] => {
  const isChecker = headedBy(findings, aboutTypes) || mentions(findings, aboutTypes);
  const found = [
    ...declared(changes, (old, now) => weakenedBy(old, now, isChecker)),
    ...(isChecker && !mayLoosen(changes, findings) ? declared(changes, loosenedBy) : []),
    ...freshWeak(changes, isChecker),
    ...freshLines(changes, isChecker ? [...typeLines, ...openTypes] : typeLines),
    ...changes.flatMap(weakenedTags),
    ...(isChecker ? changes.flatMap(assertions) : []),
  ];
  return oncePerLine(found).map(remarkOn);
};
