/** Limits that are set for a run which has begun. */
import { configFromFlags } from '../../config/load.ts';
import { InputError } from '../../model/expected.ts';

export type Limits = Record<string, number | null>;

/** Checked as the configuration of a new run would be. */
export const limitsIn = (set: Readonly<Record<string, unknown>>): Limits | undefined => {
  const keys = Object.keys(set);
  const other = keys.find((key) => !key.startsWith('limits.'));
  if (other !== undefined)
    throw new InputError(`A run that is resumed keeps its configuration: only limits can be set, not ${other}.`);
  const nested = keys.find((key) => key.split('.').length > 2);
  if (nested !== undefined)
    throw new InputError(`${nested} cannot be set for a run that has begun: its stages keep their shares.`);
  if (keys.length === 0) return undefined;
  const limits = new Map<string, unknown>(Object.entries(configFromFlags(set).limits));
  const names = keys.map((key) => key.slice('limits.'.length));
  return Object.fromEntries(
    names.map((name) => {
      const limit = limits.get(name);
      return [name, typeof limit === 'number' ? limit : null];
    }),
  );
};
