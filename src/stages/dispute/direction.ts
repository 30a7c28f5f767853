/**
 * Which line a decision needs: that something is there is shown by its line, that nothing is there by reading the place
 * that was named. What shows the one does not show the other.
 */
import type { Citation, DisputeGround, Opinion } from '../../model/finding/dispute.ts';
import type { Finding } from '../../model/finding.ts';
import { isAtFinding } from './citation.ts';

type Place = Pick<Finding, 'file' | 'line' | 'endLine'>;

/** Whether it is the absence of something that is to be shown. */
const showsAbsence = (verdict: 'refuted' | 'upheld', ground: DisputeGround): boolean =>
  verdict === 'refuted' ? ground === 'not-there' : ground === 'is-there';

const placeNotRead = (what: string): string =>
  `${what} is shown by reading the lines of the finding itself, and none of those is quoted`;

/** Why lines do not show what a fixer says; null when they may. */
export const whyBesideDispute = (ground: DisputeGround, evidence: readonly Citation[], at: Place): string | null =>
  showsAbsence('refuted', ground) && !evidence.some((each) => isAtFinding(each, at))
    ? placeNotRead('that something is not there')
    : null;

/** An opinion as it counts: without a ground, or a line that shows it, nothing is decided. */
export const weigh = (opinion: Opinion, at: Place): Opinion => {
  const { verdict, ground, read } = opinion;
  if (verdict === 'unresolved') return opinion;
  const undecided = (why: string): Opinion => ({ ...opinion, verdict: 'unresolved', reason: `${verdict}, but ${why}` });
  if (ground === undefined) return undecided('no ground was named');
  if (read === undefined) return undecided('no line was named that was read');
  if (showsAbsence(verdict, ground) && !isAtFinding(read, at))
    return undecided(placeNotRead(verdict === 'refuted' ? 'that it is not there' : 'that it is missing'));
  return opinion;
};
