/** The user's own settings of codex, as far as they can be read. */
import { readFileSync, statSync } from 'node:fs';
import { parse } from 'smol-toml';
import type { TomlValue } from './toml.ts';

export type Table = { readonly [key: string]: TomlValue };

const largestConfig = 1024 * 1024;

export const readConfig = (file: string): { config: Table; problems: string[] } => {
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) return { config: {}, problems: [] };
    if (size > largestConfig) return unread(file, 'it is too large');
    return { config: tableOf(toValue(parse(readFileSync(file, 'utf8')))), problems: [] };
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    return unread(file, reason);
  }
};

const unread = (file: string, reason: string): { config: Table; problems: string[] } => ({
  config: {},
  problems: [`${file} cannot be read, so codex uses its own choice of model: ${reason}`],
});

/** Without dates and what else has no place in these settings. */
const toValue = (value: unknown): TomlValue | undefined => {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (Array.isArray(value)) return value.map(toValue).filter((each) => each !== undefined);
  if (typeof value !== 'object' || value === null || value instanceof Date) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const known = toValue(each);
      return known === undefined ? [] : [[key, known]];
    }),
  );
};

export const tableOf = (value: TomlValue | undefined): Table => (isTable(value) ? value : {});
const isTable = (value: TomlValue | undefined): value is Table => typeof value === 'object' && !Array.isArray(value);
export const textOf = (value: TomlValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
export const textsOf = (value: TomlValue | undefined): string[] => (typeof value === 'string' ? [value] : []);
