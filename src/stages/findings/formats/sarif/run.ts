/** What the results of one run refer to: rules, artifacts, base folders. Each part is read on its own, so one bad part harms no other. */
import type { z } from 'zod';
import type { FormatContext } from '../format.ts';
import { asArray, isObject, own } from '../shape.ts';
import { ArtifactLocation, Rule } from './schema.ts';

export type Component = {
  name?: string;
  guid?: string;
  rules: readonly (Rule | null)[];
  byId: ReadonlyMap<string, Rule>;
  messages: unknown;
};

export type RunContext = FormatContext & {
  driver: Component;
  extensions: readonly Component[];
  artifacts: readonly (ArtifactLocation | null)[];
  bases: ReadonlyMap<string, ArtifactLocation>;
  /** Unit of columns in this run. */
  unit: 'utf16' | 'codePoint';
};

const parsed = <T extends z.ZodType>(schema: T, value: unknown): z.infer<T> | null => {
  const result = schema.safeParse(value);
  return result.success ? result.data : null;
};

const string = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const component = (value: unknown): Component => {
  const rules = asArray(own(value, 'rules')).map((rule) => parsed(Rule, rule));
  const byId = new Map<string, Rule>();
  for (const rule of rules) if (rule?.id && !byId.has(rule.id)) byId.set(rule.id, rule);
  const name = string(own(value, 'name'));
  const guid = string(own(value, 'guid'));
  return {
    ...(name !== undefined && { name }),
    ...(guid !== undefined && { guid }),
    rules,
    byId,
    messages: own(value, 'globalMessageStrings'),
  };
};

const basesOf = (run: unknown): Map<string, ArtifactLocation> => {
  const bases = new Map<string, ArtifactLocation>();
  const given = own(run, 'originalUriBaseIds');
  for (const [id, value] of isObject(given) ? Object.entries(given) : []) {
    const location = parsed(ArtifactLocation, value);
    if (location) bases.set(id, location);
  }
  return bases;
};

export const runContext = (run: unknown, context: FormatContext): RunContext => {
  const tool = own(run, 'tool');
  return {
    ...context,
    driver: component(own(tool, 'driver')),
    extensions: asArray(own(tool, 'extensions')).map(component),
    artifacts: asArray(own(run, 'artifacts')).map((artifact) => parsed(ArtifactLocation, own(artifact, 'location'))),
    bases: basesOf(run),
    unit: own(run, 'columnKind') === 'unicodeCodePoints' ? 'codePoint' : 'utf16',
  };
};
