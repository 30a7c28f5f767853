/** Where findings can be after fixes were accepted, as the performer would record it. */
import type { RunEvent } from '../../../src/model/event.ts';
import type { MovedPlace } from '../../../src/model/place.ts';
import { closeDeleted } from '../../../src/findings/admit/deleted.ts';
import { commitsBetween, followsCode } from '../../../src/loop/state/places.ts';
import { type FindingState, isOpen } from '../../../src/loop/state/state.ts';
import { demand, goesWrong, type World } from './world.ts';

export const movePlacesResults = (world: World): RunEvent[] => {
  const { state, random } = world;
  const { verifiedHead, placesAt } = state.code;
  const head = verifiedHead.commit;
  demand(placesAt !== head, 'places are moved although the head has not');
  const commits = commitsBetween(state, placesAt, head);
  const following = [...state.findings.values()].filter(followsCode);
  const [first] = commits;
  const together = first ? following.filter((finding) => isOpen(finding) && goesWrong(world, 0.2)) : [];
  const others = following.filter((finding) => !together.includes(finding));
  const lost = others.filter(
    (finding) => isOpen(finding) && finding.finding.file !== undefined && goesWrong(world, 0.03),
  );
  const removed = others.filter(() => first !== undefined && goesWrong(world, 0.2));
  return [
    {
      type: 'places.moved',
      head,
      places: Object.fromEntries(
        others.filter(() => random.chance(0.5)).map((finding) => [finding.finding.id, placeOf(world, finding)]),
      ),
      removed: Object.fromEntries(removed.map(({ finding }) => [finding.id, first?.commit ?? ''])),
      renamed: {},
    },
    ...together.map(({ finding }): RunEvent => {
      const { commit = '', unit = '' } = first ?? {};
      return { type: 'finding.fixed', id: finding.id, commit, unit, reason: 'fixed together with another' };
    }),
    ...lost.map(({ finding }) => closeDeleted(finding.id, world.scenario.config)),
  ];
};

const placeOf = ({ random }: World, { finding: { file } }: FindingState): MovedPlace => ({
  ...(file !== undefined && { file, line: 1 + random.below(500) }),
  fate: random.pick(['kept', 'changed', 'gone'] as const),
});
