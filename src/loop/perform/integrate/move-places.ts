/**
 * After fixes were accepted: findings go to where their code is now, and those that a fix of another took along (1.10),
 * or whose file it deleted (1.7), are closed before anybody is asked about them.
 */
import type { RunEvent, RunEventOf } from '../../../model/event.ts';
import { isSamePlace, type MovedPlace, moveTo, placeOf } from '../../../model/place.ts';
import type { Engine, Performing } from '../../engine.ts';
import { fixedTogether } from '../../decide/reports/fixed-together.ts';
import { given } from '../../../plain/given.ts';
import { commitsBetween, followsCode } from '../../state/places.ts';
import { type FindingState, isOpen, type RunState } from '../../state/state.ts';
import { closeLost } from '../fix/lost-files.ts';
import { followPlaces } from './follow-places.ts';

export const performMovePlaces = async (performing: Performing): Promise<RunEvent[]> => {
  const { engine, state } = performing;
  const { placesAt, verifiedHead } = state.code;
  const commits = commitsBetween(state, placesAt, verifiedHead.commit);
  const followed = startFollowing(state);
  const together: RunEvent[] = [];
  let from = placesAt;
  for (const commit of commits) {
    await follow(engine, followed, from, commit.commit);
    for (const event of fixedTogether(state, [...followed.now.values()], commit, commits)) {
      followed.now.delete(event.id);
      together.push(event);
    }
    from = commit.commit;
  }
  // What led there is not known, or it lies behind, as when fixes were taken back.
  if (from !== verifiedHead.commit) await follow(engine, followed, from, verifiedHead.commit);
  const lost = await closeLost(performing, openOnes(followed), verifiedHead.commit);
  return [movedEvent(state, followed, verifiedHead.commit), ...together, ...lost];
};

/** With the commit that took their code away, also where nobody has heard of it yet. */
const openOnes = ({ now, removed }: Following): Pick<FindingState, 'finding' | 'removedBy'>[] =>
  [...now].flatMap(([id, each]) =>
    isOpen(each) ? [{ finding: each.finding, ...given({ removedBy: each.removedBy ?? removed.get(id) }) }] : [],
  );

type Following = {
  /** As they are at the commit that was reached. */
  now: Map<string, FindingState>;
  places: Map<string, MovedPlace>;
  /** The commit that took the code of a finding away. */
  removed: Map<string, string>;
  renamed: Map<string, string>;
};

const startFollowing = ({ findings }: RunState): Following => ({
  now: new Map([...findings].filter(([, finding]) => followsCode(finding))),
  places: new Map(),
  removed: new Map(),
  renamed: new Map(),
});

const follow = async ({ custody }: Engine, following: Following, from: string, to: string): Promise<void> => {
  const { now, places, removed, renamed } = following;
  const hop = await followPlaces(
    custody,
    { from, to },
    [...now.values()].map(({ finding }) => finding),
  );
  for (const [name, before] of hop.renamed) {
    renamed.set(name, renamed.get(before) ?? before);
    renamed.delete(before);
  }
  for (const [id, place] of hop.places) {
    const state = now.get(id);
    if (!state) continue;
    if (place.fate === 'gone' && !state.removedBy) removed.set(id, to);
    places.set(id, place);
    now.set(id, { ...state, finding: moveTo(state.finding, place) });
  }
};

const movedEvent = (
  state: RunState,
  { places, removed, renamed }: Following,
  head: string,
): RunEventOf<'places.moved'> => ({
  type: 'places.moved',
  head,
  places: Object.fromEntries([...places].filter(([id, place]) => hasMoved(state.findings.get(id), place))),
  removed: Object.fromEntries(removed),
  renamed: Object.fromEntries(renamed),
});

const hasMoved = (before: FindingState | undefined, place: MovedPlace): boolean =>
  before !== undefined &&
  (!isSamePlace(placeOf(before.finding), place) ||
    before.finding.column !== place.column ||
    before.finding.merged !== undefined);
