/** Which Node is needed. Plain enough for an old one to read, so that it can say what is wrong. */

const oldest = 24;

/** What to say on this Node; null when it is new enough. */
export const nodeTooOld = (): string | null => {
  const found = process.versions.node;
  if (Number(found.split('.')[0]) >= oldest) return null;
  return (
    `fixpoint needs Node ${oldest} or newer; this is Node ${found} (${process.execPath}).\n` +
    'Install a newer Node from https://nodejs.org, ' +
    'or run bin/fixpoint of a clone after `npm ci`, which brings one along.'
  );
};
