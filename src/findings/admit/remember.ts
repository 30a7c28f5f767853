/** What earlier runs of a repository found, by which findings are recognised. */
import type { StoredEvent } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import type { Journal } from '../../ports/journal.ts';

/** How many runs back a finding is recognised. */
const remembered = 10;

/** The findings that the newest runs of a repository took up, each as it was seen last. */
export const rememberFindings = async (journal: Journal, repo: string, limit = remembered): Promise<Finding[]> => {
  const runs = await journal.list({ repo, begun: true, limit });
  const admissions = await Promise.all(runs.map(({ run }) => admissionsOf(journal, run)));
  const byId = new Map<string, Finding>();
  for (const event of admissions.flatMap((events) => events.toReversed()))
    if (event.type === 'findings.admitted')
      for (const finding of event.findings) if (!byId.has(finding.id)) byId.set(finding.id, finding);
  return [...byId.values()];
};

/** What is remembered helps, and is not needed: what cannot be read is as good as forgotten. */
const admissionsOf = (journal: Journal, run: string): Promise<StoredEvent[]> =>
  journal.read(run, { type: 'findings.admitted' }).catch(() => []);
