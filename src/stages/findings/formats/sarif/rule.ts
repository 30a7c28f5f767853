/** Which rule a result is about: by index, by id, by the start of a hierarchical id, in the driver or in an extension. */
import type { Component, RunContext } from './run.ts';
import type { Result, Rule } from './schema.ts';

/** What it is called, what is known about it, and which component's messages it may use. */
export type RuleRef = { id: string | undefined; rule: Rule | null; component: Component };

const componentOf = (result: Result, run: RunContext): Component => {
  const reference = result.rule?.toolComponent;
  if (!reference) return run.driver;
  const { index, guid, name } = reference;
  if (typeof index === 'number' && index >= 0) return run.extensions[index] ?? run.driver;
  const matches = (each: Component): boolean => (guid ? each.guid === guid : name ? each.name === name : false);
  return [run.driver, ...run.extensions].find(matches) ?? run.driver;
};

/** `CA1000/1` is a kind of `CA1000`. */
const byHierarchy = (id: string, component: Component): Rule | null => {
  for (let part = id; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('/')))) {
    const rule = component.byId.get(part);
    if (rule) return rule;
  }
  return null;
};

export const ruleOf = (result: Result, run: RunContext): RuleRef => {
  const component = componentOf(result, run);
  const index = result.rule?.index ?? result.ruleIndex ?? -1;
  const id = result.ruleId || result.rule?.id || undefined;
  const indexed = index >= 0 ? (component.rules[index] ?? null) : null;
  if (indexed || id === undefined) return { id: id ?? indexed?.id ?? undefined, rule: indexed, component };
  for (const each of [component, run.driver, ...run.extensions]) {
    const rule = byHierarchy(id, each);
    if (rule) return { id, rule, component: each };
  }
  return { id, rule: null, component };
};
