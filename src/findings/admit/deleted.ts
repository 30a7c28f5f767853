/** A finding whose file was there once and is gone: nobody is asked about it (requirement 1.7). */
import type { Config } from '../../config/schema.ts';
import type { RunEventOf } from '../../model/event.ts';
import type { FileFacts } from '../../model/finding/file-facts.ts';
import type { Finding } from '../../model/finding.ts';

/** By what the start holds; a file of which nobody knows whether it ever was there is not to be found either. */
export const isDeleted = ({ file }: Finding, facts: ReadonlyMap<string, FileFacts>): boolean => {
  const known = file === undefined ? undefined : facts.get(file);
  return known?.kind === 'missing' && known.inHistory !== false;
};

/** `byWhom`: whose fix deleted the file, in words that follow the reason. */
export const closeDeleted = (
  id: string,
  { preset }: Pick<Config, 'preset'>,
  byWhom = '',
): RunEventOf<'finding.closed'> => ({
  type: 'finding.closed',
  id,
  status: preset === 'raven' ? 'dismissed' : 'blocked',
  cause: 'file-deleted',
  reason: `Referenced file deleted${byWhom}`,
});
