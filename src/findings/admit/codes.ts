/** Short codes for people: the source's own where it is unique and fit for a commit message, a new number otherwise. */

/** `key` marks its finding; `code` is what the source calls it. */
type Coded = { id: string; code?: string | undefined };

const fit = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

/**
 * Codes in the order given. The first finding that brings a code keeps it. An answer may name a finding by id or code,
 * so no code equals an id. `given` are those of earlier findings.
 */
export const giveCodes = (findings: readonly Coded[], given: Iterable<string> = []): string[] => {
  const taken = new Set([...findings.map(({ id }) => id), ...given].map((name) => name.toLowerCase()));
  const own = findings.map(({ code }) => {
    if (code === undefined || !fit.test(code) || taken.has(code.toLowerCase())) return null;
    taken.add(code.toLowerCase());
    return code;
  });
  let number = 0;
  const next = (): string => {
    for (;;) {
      number += 1;
      const code = `F${String(number).padStart(3, '0')}`;
      if (!taken.has(code.toLowerCase())) return code;
    }
  };
  return own.map((code) => code ?? next());
};
