/** Optional fields: what is undefined is left out, since an optional field is absent or has a value. */

type IfOptional<Value, Yes, No> = undefined extends Value ? Yes : No;

/** The same fields; those that may be undefined are optional instead. */
export type Given<T> = { [K in keyof T as IfOptional<T[K], never, K>]: T[K] } & {
  [K in keyof T as IfOptional<T[K], K, never>]?: Exclude<T[K], undefined>;
};

/** The fields that have a value: `{ file, ...given({ line, column }) }`. */
export const given = <T extends object>(fields: T): Given<T> => {
  // Filled key by key, in one pass: this runs for every finding of a large report.
  const present = Object.create(Object.prototype);
  for (const key in fields) {
    if (fields[key] !== undefined) present[key] = fields[key];
  }
  return present;
};
