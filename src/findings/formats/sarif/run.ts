/**
 * What the results of one run refer to: rules, artifacts, base folders. Each part is read on its own, so one bad part
 * harms no other.
 */
import type { z } from 'zod';
import type { FormatContext } from '../format.ts';
import { asArray, isObject, own } from '../shape.ts';
import type { RepoPath } from '../../read/paths.ts';
import type { Template } from './message.ts';
import { type Overrides, overridesIn } from './overrides.ts';
import type { RuleRef } from './rule.ts';
import { ArtifactLocation, Rule } from './schema.ts';

export type Component = {
  name?: string;
  guid?: string;
  rules: readonly (Rule | null)[];
  byId: ReadonlyMap<string, Rule>;
  messages: unknown;
  /** Templates that were used, taken apart. */
  templates: Map<string, Template>;
};

export type RunContext = FormatContext & {
  driver: Component;
  extensions: readonly Component[];
  artifacts: readonly (ArtifactLocation | null)[];
  bases: ReadonlyMap<string, ArtifactLocation>;
  /** Unit of columns in this run. */
  unit: 'utf16' | 'codePoint';
  /** Base folders that the source says are the root of the repository. */
  rootBases: ReadonlySet<string>;
  overrides: readonly Overrides[] | null;
  /** Steps of code flows that results name by index. */
  steps: readonly unknown[];
  /** Written by Fixpoint itself: what SARIF has no place for is in the properties. */
  isOwn: boolean;
  /** What results were found to refer to, for the next that refer to the same. */
  seen: { rules: Map<number, Map<string, RuleRef>>; paths: Map<string, Map<string, RepoPath>> };
};

/** The lists of a run that results refer to by index; of each element only what is needed of it. */
export type Lists = { artifacts: readonly (ArtifactLocation | null)[]; steps: readonly unknown[] };

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
    templates: new Map(),
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

/** With one repository behind the run, where it was checked out is the root. */
const rootBasesOf = (run: unknown): Set<string> => {
  const provenance = asArray(own(run, 'versionControlProvenance'));
  const mapped = own(own(provenance[0], 'mappedTo'), 'uriBaseId');
  return new Set(
    provenance.length === 1 && typeof mapped === 'string' && !own(own(provenance[0], 'mappedTo'), 'uri')
      ? [mapped]
      : [],
  );
};

export const artifactLocation = (artifact: unknown): ArtifactLocation | null =>
  parsed(ArtifactLocation, own(artifact, 'location'));

/** The place of a step is all that is told of it. */
export const stepLocation = (step: unknown): unknown => own(step, 'location');

/** `run`: all of it but its results and the lists. */
export const runContext = (run: unknown, { artifacts, steps }: Lists, context: FormatContext): RunContext => {
  const tool = own(run, 'tool');
  const driver = component(own(tool, 'driver'));
  return {
    ...context,
    driver,
    extensions: asArray(own(tool, 'extensions')).map(component),
    artifacts,
    bases: basesOf(run),
    unit: own(run, 'columnKind') === 'unicodeCodePoints' ? 'codePoint' : 'utf16',
    rootBases: rootBasesOf(run),
    overrides: overridesIn(run),
    steps,
    isOwn: driver.name === 'Fixpoint',
    seen: { rules: new Map(), paths: new Map() },
  };
};
