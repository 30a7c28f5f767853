/** What reviewing, and taking up what was found, can come to. */
import type { RunEvent } from '../../../src/model/event.ts';
import type { NotReviewed, ReviewPart } from '../../../src/model/review-scope.ts';
import { admit } from '../../../src/findings/admit/admit.ts';
import { countReported } from '../../../src/stages/verify/tool-counts.ts';
import { admission } from '../../../src/loop/decide/reports/reported-again.ts';
import { currentRound } from '../../../src/loop/state/state.ts';
import { files, generateDraft } from './scenario.ts';
import { goesWrong, type World } from './world.ts';

export const reviewResults = (world: World, reviewer: string): RunEvent[] => {
  const { random } = world;
  const verdict = goesWrong(world, 0.1)
    ? 'error'
    : random.weighted([[4, 'NEEDS_WORK'] as const, [1, 'PASSED'] as const]);
  const count = verdict === 'NEEDS_WORK' ? 1 + random.below(5) : 0;
  const findings = Array.from({ length: count }, (_, index) => generateDraft(random, index));
  const base = {
    type: 'review.finished',
    reviewer,
    verdict,
    findings,
    counts: countReported(findings),
    durationMs: 1,
  } as const;
  return [{ ...base, problems: [], ...(verdict === 'error' && random.chance(0.5) && { message: 'the tool crashed' }) }];
};

/**
 * Every changed place is in one part, or left out; where nothing is left that could be asked about, there are no parts.
 */
export const scopeResults = (world: World, reviewer: string): RunEvent[] => {
  const { random } = world;
  if (random.chance(0.15))
    return [{ type: 'review.scoped', reviewer, skipped: 'nothing of its language changed', parts: [], left: [] }];
  const parts = new Map<number, ReviewPart['covers']>();
  const left: NotReviewed[] = [];
  const most = random.pick([1, 1, 2, 3]);
  const everything = goesWrong(world, 0.03);
  for (const file of files.slice(0, 3))
    for (const place of [1, 2]) {
      const range = { file, first: place, last: place, lines: '' };
      if (everything || goesWrong(world, 0.02)) left.push({ ...range, reason: 'too large', wanted: true });
      else if (random.chance(0.1)) left.push({ ...range, reason: 'not of its paths', wanted: false });
      else {
        const part = 1 + random.below(most);
        parts.set(part, [...(parts.get(part) ?? []), range]);
      }
    }
  const covered = [...parts.values()].map((covers, index) => ({
    part: index + 1,
    covers,
    hunks: covers.length,
    bytes: 100,
  }));
  return [{ type: 'review.scoped', reviewer, parts: covered, left }];
};

/** Any finding may be without evidence, dismissed by a person, or older than what is asked about. */
export const admitResults = (world: World): RunEvent[] => {
  const { state, scenario, random } = world;
  const known = [...state.findings.values()].map(({ finding }) => finding);
  const reports = scenario.config.reviewers.map(({ name, level }) => ({
    reviewer: name,
    level,
    drafts: currentRound(state)?.reviews.get(name)?.findings ?? [],
  }));
  const grounds = { facts: new Map(), known, dispositions: [], now: new Date(0) };
  const codes = known.flatMap(({ code, id }) => [code, id]);
  const admitted = admit(reports, { ...grounds, dedup: scenario.config.findings.dedup, codes });
  const dismissed = admitted.findings
    .filter(() => random.chance(0.15))
    .map(({ id }) => ({
      id,
      cause: random.pick(['no-evidence', 'not-found', 'disposition', 'not-new'] as const),
      reason: 'so it is',
    }));
  const isClosed = (id: string): boolean => dismissed.some((each) => each.id === id);
  const deleted = admitted.findings
    .filter(({ id, file }) => file !== undefined && !isClosed(id) && goesWrong(world, 0.02))
    .map(({ id }) => id);
  const taken = { ...admitted, dismissed, deleted, warnings: random.chance(0.1) ? ['a bad file'] : [] };
  const events = admission(taken, state, []);
  return [...measured(world, events), ...events];
};

/** Some of what is new lies on lines that fixes wrote. */
const measured = ({ state, random }: World, events: readonly RunEvent[]): RunEvent[] => {
  const round = currentRound(state);
  if (!round || round.head.commit === state.run.started.start.commit) return [];
  const found = events.flatMap((event) => (event.type === 'findings.admitted' ? event.findings : []));
  const minted = found.filter(({ line }) => line !== undefined && random.chance(0.3)).map(({ id }) => id);
  const size = 10 * state.code.commits.length;
  return [{ type: 'round.measured', round: round.round, added: size, removed: random.below(5), minted }];
};
