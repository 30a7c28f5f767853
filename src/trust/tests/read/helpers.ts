/** Functions that tests call: those that check, skip or swallow do so for the tests that call them. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Unit } from '../model.ts';
import { argumentsIn } from '../text/scan.ts';
import { chainOf } from '../text/chain.ts';
import { checksFrom } from './checks.ts';
import { condition } from './conditions.ts';
import { guardsOf } from './guards.ts';

type Helpers = ReadonlyMap<string, Unit>;

/** The names of those for which this holds, or that call one for which it does. */
const namesOf = (helpers: Helpers, holds: (unit: Unit) => boolean): Set<string> => {
  const found = new Set([...helpers].filter(([, unit]) => holds(unit)).map(([name]) => name));
  for (let round = 0; round < 3; round += 1)
    for (const [name, { calls }] of helpers) if ([...calls].some((call) => found.has(call))) found.add(name);
  return found;
};

const errorCatching = pattern(
  '',
  anyOf(
    /\bcatch\b\s*(?:\([^)]*\))?\s*\{(?![^}]*\b(?:throw|fail|reject)\b)/,
    /\bexcept\b[^\n]*:\s*\n(?![^\n]*\b(?:raise|fail)\b)/,
    /\brecover\(\)/,
    /catch_unwind/,
    /\bsuppress\(/,
  ),
);

const swallows = ({ text }: Unit): boolean => errorCatching.test(text);

const callText = (text: string): string =>
  argumentsIn(text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))).join(', ');

const addCalls = (
  unit: Unit,
  checking: ReadonlySet<string>,
  skipping: ReadonlySet<string>,
  asynchronous: ReadonlySet<string>,
): void => {
  for (const { name, text, node } of unit.called) {
    if (skipping.has(name)) unit.skips.push({ text, line: node?.line ?? unit.line });
    if (!checking.has(name) || name === unit.name) continue;
    const guards = node === null ? [] : guardsOf(node, node.start - 1, unit.text);
    if (node?.parent?.kind === 'expression_statement' && asynchronous.has(name))
      guards.push({ kind: 'unawaited', text: name });
    unit.checks.push(
      ...checksFrom([{ kind: 'helper', level: 5, positive: true, subject: name, expected: callText(text) }], {
        line: node?.line ?? unit.line,
        guards,
        unit,
      }),
    );
  }
};

/** A failure inside of what is given to a function that swallows errors is swallowed. */
const settleCallbacks = (unit: Unit, swallowing: ReadonlySet<string>): void => {
  unit.checks = unit.checks.map((check) => ({
    ...check,
    guards: check.guards.flatMap((guard) => {
      if (guard.kind !== 'callback') return [guard];
      return swallowing.has(guard.text) ? [{ ...guard, kind: 'swallowed' as const }] : [];
    }),
  }));
};

/** A condition that a function answers is what that function asks. */
const openPredicates = (unit: Unit, helpers: Helpers): void => {
  unit.checks = unit.checks.flatMap((check) => {
    const [link, ...more] = check.kind === 'truth' ? (chainOf(check.subject.replaceAll(/\s+(?=\()/g, '')) ?? []) : [];
    const answer = more.length === 0 ? helpers.get(link?.name ?? '')?.returns : undefined;
    if (typeof answer !== 'string' || answer === '' || link?.args === null) return [check];
    const asked = checksFrom(condition(answer, check.positive), { line: check.line, guards: check.guards, unit });
    return asked.some(({ isConstant, kind }) => isConstant || kind === 'either')
      ? [{ ...check, level: 1, isConstant: asked.every(({ isConstant }) => isConstant) }]
      : [check];
  });
};

/** Lets the units of one state of all files know of each other's helpers. */
export const settleHelpers = (units: readonly Unit[]): void => {
  const helpers = new Map(units.filter(({ kind }) => kind === 'helper').map((unit) => [unit.name, unit]));
  const checking = namesOf(helpers, ({ checks }) => checks.length > 0);
  const skipping = namesOf(helpers, ({ skips }) => skips.length > 0);
  const swallowing = new Set([...helpers].filter(([, unit]) => swallows(unit)).map(([name]) => name));
  const asynchronous = new Set([...helpers].filter(([, { text }]) => /^async\b/.test(text)).map(([name]) => name));
  for (const unit of units) {
    settleCallbacks(unit, swallowing);
    openPredicates(unit, helpers);
    addCalls(unit, checking, skipping, asynchronous);
  }
};
