/** A finding whose file was there once and is gone: nobody is asked about it (requirement 1.7). */
import type { Config } from '../../config/schema.ts';
import type { RunEventOf } from '../../model/event.ts';
import type { FileFacts } from '../../model/finding/file-facts.ts';
import type { Finding } from '../../model/finding.ts';

/**
 * By what the start holds; a file of which nobody knows whether it ever was there is not to be found either. With
 * `blocked`, one that never was counts like one that was deleted.
 */
export const isDeleted = (
  { file }: Finding,
  facts: ReadonlyMap<string, FileFacts>,
  missing: Config['findings']['missing'] = 'judged',
): boolean => {
  const known = file === undefined ? undefined : facts.get(file);
  return known?.kind === 'missing' && (known.inHistory !== false || missing === 'blocked');
};

/** `byWhom`: whose fix deleted the file, in words that follow the reason. */
export const closeDeleted = (
  id: string,
  { findings: { missing } }: Pick<Config, 'findings'>,
  byWhom = '',
): RunEventOf<'finding.closed'> => ({
  type: 'finding.closed',
  id,
  status: missing === 'dismissed' ? 'dismissed' : 'blocked',
  cause: 'file-deleted',
  reason: `Referenced file deleted${byWhom}`,
});
