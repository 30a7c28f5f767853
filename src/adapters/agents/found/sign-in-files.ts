/** Looks into files of the user's, without telling anybody what they hold. */
import { readFileSync, statSync } from 'node:fs';

const mostBytes = 4 * 1024 * 1024;

export const textOf = (file: string): string | null => {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= mostBytes ? readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  }
};

/** What a JSON file holds under a path of keys; undefined when there is none. */
export const valueIn = (file: string, ...keys: string[]): unknown => {
  try {
    let value: unknown = JSON.parse(textOf(file) ?? 'null');
    for (const key of keys) value = isSection(value) ? value[key] : undefined;
    return value ?? undefined;
  } catch {
    return undefined;
  }
};

const isSection = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
export const isFilled = (value: unknown): boolean =>
  typeof value === 'string' ? value !== '' : isSection(value) && Object.keys(value).length > 0;
