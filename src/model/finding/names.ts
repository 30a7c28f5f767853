/** Finds the finding that an agent, a plan or a person names: one rule, whoever asks. */
import type { Finding } from '../finding.ts';

type Named = Pick<Finding, 'id' | 'code'>;

/** The first of those that share a name has it. */
const indexBy = <Item extends Named>(
  findings: readonly Item[],
  nameOf: (finding: Item) => string,
): Map<string, Item> => {
  const index = new Map<string, Item>();
  for (const finding of findings) {
    const name = nameOf(finding);
    if (!index.has(name)) index.set(name, finding);
  }
  return index;
};

/**
 * By id, else by code; then in any case and with spaces around it, by code first, since people and agents use codes.
 */
export const finderIn = <Item extends Named>(findings: readonly Item[]): ((name: string) => Item | undefined) => {
  const byId = indexBy(findings, ({ id }) => id);
  const byCode = indexBy(findings, ({ code }) => code);
  const byLowerCode = indexBy(findings, ({ code }) => code.toLowerCase());
  const byLowerId = indexBy(findings, ({ id }) => id.toLowerCase());
  return (name) => {
    const lowerName = name.trim().toLowerCase();
    return byId.get(name) ?? byCode.get(name) ?? byLowerCode.get(lowerName) ?? byLowerId.get(lowerName);
  };
};
