/**
 * What the results of one run refer to: rules, artifacts, base folders. Each part is read on its own, so one bad part
 * harms no other.
 */
import type { z } from 'zod';
import { given } from '../../../plain/given.ts';
import type { FormatContext } from '../format.ts';
import { asArray, isObject, own } from '../../../plain/shape.ts';
import { overridesIn } from './overrides.ts';
import type { Component, RunContext } from './run-context.ts';
import { ArtifactLocation, Rule } from './schema.ts';

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
    ...given({ name, guid }),
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
