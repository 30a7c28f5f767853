/**
 * Findings on lines that fixes of this run wrote have a lane of their own (7.7): they are reported, and do not keep the
 * loop going. Critical ones do, and what nobody can say it of.
 */
import { growthOf } from '../../../config/sections/gates.ts';
import { isOpen } from '../../state/state.ts';
import { closed } from '../closings.ts';
import { type Question, record } from '../first-of.ts';

export const reportWhatFixesBrought: Question = ({ reviews, findings, config }) => {
  if (growthOf(config).ownLines !== 'report') return null;
  const minted = reviews.rounds.flatMap(({ measured }) => measured?.minted ?? []);
  return record(
    minted
      .flatMap((id) => findings.get(id) ?? [])
      .filter((each) => isOpen(each) && !each.reopened && each.finding.severity !== 'critical')
      .map((each) =>
        closed(each, 'own-lines', 'it is about lines that a fix of this run wrote: reported, and not fixed in turn'),
      ),
  );
};
