/** Looking into JSON of unknown shape without trusting it. */
import type { z } from 'zod';

/** Tells a person what is wrong with it. */
export type Say = (message: string) => void;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own property; never one that comes with the prototype. */
export const own = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

export const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The first of these keys that holds a text. */
export const firstText = (value: unknown, keys: readonly string[]): string | undefined => {
  for (const key of keys) {
    const text = own(value, key);
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return undefined;
};

/** The first thing that is wrong with an item, with the path to it. */
export const firstIssue = (error: z.ZodError): string => {
  const issue = error.issues[0];
  if (!issue) return 'not as the format says';
  const path = issue.path.map(String).join('.');
  return path ? `${path}: ${issue.message}` : issue.message;
};
