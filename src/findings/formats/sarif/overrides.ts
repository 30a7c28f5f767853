/** Levels that an invocation of the tool gave to rules, other than the rules' own. */
import { asArray, isObject, own } from '../../../plain/shape.ts';
import type { Overrides, RuleRef, RunContext } from './run-context.ts';

const overridesOf = (invocation: unknown): Overrides => {
  const byId = new Map<string, string>();
  const byIndex = new Map<number, string>();
  for (const override of asArray(own(invocation, 'ruleConfigurationOverrides'))) {
    const descriptor = own(override, 'descriptor');
    const level = own(own(override, 'configuration'), 'level');
    const id = own(descriptor, 'id');
    const index = own(descriptor, 'index');
    if (typeof level !== 'string') continue;
    if (typeof id === 'string') byId.set(id, level);
    else if (typeof index === 'number' && !isObject(own(descriptor, 'toolComponent'))) byIndex.set(index, level);
  }
  return { byId, byIndex };
};

/** Null for a run where no invocation gave any, as nearly all are. */
export const overridesIn = (run: unknown): readonly Overrides[] | null => {
  const all = asArray(own(run, 'invocations')).map(overridesOf);
  return all.some(({ byId, byIndex }) => byId.size + byIndex.size > 0) ? all : null;
};

/** A run with one invocation needs no index to name it. */
export const overriddenLevel = (provenance: unknown, { id, rule }: RuleRef, run: RunContext): string | undefined => {
  if (!run.overrides) return undefined;
  const index = own(provenance, 'invocationIndex');
  const onlyOne = run.overrides.length === 1 ? 0 : -1;
  const given = run.overrides[typeof index === 'number' && index >= 0 ? index : onlyOne];
  if (!given) return undefined;
  const byId = (id !== undefined && given.byId.get(id)) || (rule?.id && given.byId.get(rule.id)) || undefined;
  return byId ?? given.byIndex.get(rule ? run.driver.rules.indexOf(rule) : -1);
};
