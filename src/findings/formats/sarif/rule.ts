/**
 * Which rule a result is about: by index, by id, by the start of a hierarchical id, in the driver or in an extension.
 */
import { findingText } from '../../read/text.ts';
import type { Result } from './result-shape.ts';
import type { Component, RuleRef, RunContext } from './run-context.ts';
import type { Rule } from './schema.ts';

type Naming = Pick<Result, 'rule' | 'ruleId' | 'ruleIndex'>;

const componentOf = ({ rule }: Naming, run: RunContext): Component => {
  const reference = rule?.component;
  if (!reference) return run.driver;
  const { index, guid, name } = reference;
  if (typeof index === 'number' && index >= 0) return run.extensions[index] ?? run.driver;
  const matches = (each: Component): boolean => (guid ? each.guid === guid : Boolean(name) && each.name === name);
  return [run.driver, ...run.extensions].find(matches) ?? run.driver;
};

/** Looking up each part of something longer would take the square of its length. */
const longestHierarchy = 500;

/** `CA1000/1` is a kind of `CA1000`. */
const byHierarchy = (id: string, component: Component): Rule | null => {
  if (id.length > longestHierarchy) return component.byId.get(id) ?? null;
  for (let part = id; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('/')))) {
    const rule = component.byId.get(part);
    if (rule) return rule;
  }
  return null;
};

const maxHelp = 400;

/** What is known about the rule, where it is short. */
const helpOf = (rule: Rule | null): string => {
  const help = rule?.help?.text ?? rule?.fullDescription?.text ?? rule?.shortDescription?.text ?? '';
  return help.length <= maxHelp ? findingText(help) : '';
};

const known = (id: string | undefined, rule: Rule | null, component: Component): RuleRef => {
  const given = rule?.properties?.['category'];
  const category = typeof given === 'string' && given.trim() ? given : (rule?.id ?? id ?? 'general');
  return { id, rule, component, category: findingText(category), help: helpOf(rule) };
};

const find = (naming: Naming, run: RunContext): RuleRef => {
  const component = componentOf(naming, run);
  const index = naming.rule?.index ?? naming.ruleIndex ?? -1;
  const id = naming.ruleId || naming.rule?.id || undefined;
  const indexed = index >= 0 ? (component.rules[index] ?? null) : null;
  if (indexed || id === undefined) return known(id ?? indexed?.id ?? undefined, indexed, component);
  for (const each of [component, run.driver, ...run.extensions]) {
    const rule = byHierarchy(id, each);
    if (rule) return known(id, rule, each);
  }
  return known(id, null, component);
};

/** Each rule is looked up once, however many results name it. */
export const ruleOf = (result: Naming, run: RunContext): RuleRef => {
  if (result.rule) return find(result, run);
  const { rules } = run.seen;
  const byIndex = rules.get(result.ruleIndex ?? -1) ?? new Map<string, RuleRef>();
  rules.set(result.ruleIndex ?? -1, byIndex);
  const seen = byIndex.get(result.ruleId ?? '');
  if (seen) return seen;
  const ref = find(result, run);
  byIndex.set(result.ruleId ?? '', ref);
  return ref;
};
