/** Looking into JSON of agents and people without trusting it. */

/** What is wrong with it, for a person. */
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

/** NUL and lone surrogates break prompts, files and terminals further on. What is cut shows that it is. */
export const cleanText = (text: string, most: number): string => {
  const clean = text.replaceAll('\0', '').toWellFormed().trim();
  if (clean.length <= most) return clean;
  return `${clean
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()} … (cut after ${most} characters)`;
};

/** An invalid or missing text is none. */
export const textOr = (value: unknown, otherwise: string, most: number): string =>
  typeof value === 'string' ? cleanText(value, most) : otherwise;

/** By their number, where they have one; one without stays behind the one before it. */
export const inStepOrder = (steps: readonly unknown[]): readonly unknown[] => {
  let before = Number.NEGATIVE_INFINITY;
  const numbered = steps.map((step) => {
    const number = Number(own(step, 'step') ?? Number.NaN);
    if (Number.isFinite(number)) before = number;
    return { step, at: before };
  });
  return numbered.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ step }) => step);
};

/** The first of them, and how many more there are. */
export const shortened = (sentences: readonly string[], most: number, what: string): string[] => {
  const more = sentences.length - most;
  return more <= 0 ? [...sentences] : [...sentences.slice(0, most), `${more} more ${what} are not listed`];
};
