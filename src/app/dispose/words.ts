/** Checks what a person says about a finding that they dismiss. */
import { DispositionKind } from '../../model/disposition.ts';
import { readUntil } from '../../findings/dispositions/until.ts';
import { InputError } from '../../model/expected.ts';
import type { DismissOptions } from './pick.ts';

export type Words = { as: DispositionKind; reason: string; until?: string };

const maxReason = 10_000;

export const checked = (
  { ids, as, reason, until }: DismissOptions,
  clean: (text: string) => string,
  now: Date,
): Words => {
  if (ids.length === 0) throw new InputError('No finding was named. Give its code or its id.');
  if (!DispositionKind.safeParse(as).success)
    throw new InputError(`A finding can be dismissed as ${DispositionKind.options.join(', ')}; not as ${as}.`);
  const words = { as, reason: checkedReason(clean(reason.trim())) };
  return until === undefined ? words : { ...words, until: checkedUntil(until, now) };
};

const checkedReason = (reason: string): string => {
  if (reason === '')
    throw new InputError('The reason is empty. Say in a few words why the finding is dismissed: --reason TEXT.');
  if (reason.length > maxReason)
    throw new InputError(`The reason has more than ${maxReason} characters. Give a shorter one.`);
  return reason;
};

const checkedUntil = (until: string, now: Date): string => {
  const read = readUntil(until, now);
  if ('problem' in read) throw new InputError(`--until ${read.problem}`);
  return read.until;
};
