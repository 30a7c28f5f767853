/** Checks what a person says about a finding that they dismiss. */
import { DispositionKind } from '../../model/disposition.ts';
import { readUntil } from '../../findings/dispositions/until.ts';
import { InputError } from '../../model/expected.ts';
import type { Finding } from '../../model/finding.ts';
import { given } from '../../plain/given.ts';
import type { DismissOptions, Listed } from './pick.ts';

export type Words = { as: DispositionKind; reason: string; until?: string };

/** What a person said, or what was decided in the run about each. */
export const wordsFor = (
  { ids, as, reason, until }: DismissOptions,
  { refuted, where }: Listed,
  clean: (text: string) => string,
  now: Date,
): ((finding: Finding) => Words) => {
  const said = { ids, ...given({ until }) };
  if (as !== undefined || reason !== undefined) {
    const words = checked({ ...said, as: as ?? '', reason: reason ?? '' }, clean, now);
    return () => words;
  }
  return ({ id, code }) => {
    const why = refuted.get(id);
    if (why === undefined)
      throw new InputError(
        `${code} was not refuted in ${where}. Say what it is, and why: --as KIND --reason TEXT. Nothing was written.`,
      );
    return checked({ ...said, as: 'refuted', reason: why.slice(0, maxReason) }, clean, now);
  };
};

const maxReason = 10_000;

const checked = (
  { ids, as, reason, until }: { ids: string[]; as: string; reason: string; until?: string },
  clean: (text: string) => string,
  now: Date,
): Words => {
  if (ids.length === 0) throw new InputError('No finding was named. Give its code or its id.');
  const kind = DispositionKind.safeParse(as).data;
  if (kind === undefined)
    throw new InputError(
      `A finding can be dismissed as ${DispositionKind.options.join(', ')}; not as ${as || 'nothing'}.`,
    );
  const words = { as: kind, reason: checkedReason(clean(reason.trim())) };
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
