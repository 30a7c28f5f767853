/** Finds out what a reviewing agent is to be asked about: the changes of a round that are for it, in parts. */
import type { AgentReviewerConfig } from '../../../config/schema.ts';
import type { RunEvent } from '../../../model/event.ts';
import { loadSkill } from '../../../prompts/skills.ts';
import { type FileDiff, parsePatch } from '../../../stages/review/diff.ts';
import { type Scope, scopeReview } from '../../../stages/review/scope.ts';
import type { Performing } from '../../engine.ts';
import { currentRound, type RoundState } from '../../state/state.ts';
import { given } from '../../../plain/given.ts';

export const performScope = async (performing: Performing, name: string): Promise<RunEvent[]> => {
  const { state } = performing;
  const reviewer = state.config.reviewers.find((candidate) => candidate.name === name);
  const round = currentRound(state);
  if (reviewer?.kind !== 'agent' || !round) throw new Error(`there is no reviewing agent ${name}`);
  await performing.emit({ type: 'review.started', reviewer: name });
  const { skipped, parts, left } = await scopeOf(performing, round, reviewer);
  return [
    {
      type: 'review.scoped',
      reviewer: name,
      ...given({ skipped }),
      parts: parts.map(({ part, covers, hunks, bytes }) => ({
        part,
        covers,
        hunks,
        bytes,
      })),
      left,
    },
  ];
};

/** The same every time: a call that is made again after a crash is about the same part. */
export const scopeOf = async (
  performing: Performing,
  round: RoundState,
  reviewer: AgentReviewerConfig,
): Promise<Scope> => {
  const { config, run } = performing.state;
  const skill = loadSkill(reviewer.skill ?? reviewer.name, run.started.prompts);
  return scopeReview(await changesOf(performing, round), {
    languages: reviewer.languages.length > 0 ? reviewer.languages : skill.languages,
    paths: reviewer.paths,
    exclude: config.exclude,
    tokens: config.review.tokens,
    calls: config.review.calls,
  });
};

const known = new WeakMap<RoundState, Promise<FileDiff[]>>();

/** Read once for all reviewers of a round, and all their calls. */
const changesOf = ({ engine }: Performing, round: RoundState): Promise<FileDiff[]> => {
  const earlier = known.get(round);
  if (earlier) return earlier;
  const reading = engine.custody
    .diff(round.base ?? engine.custody.start.commit, round.head.commit)
    .then(({ patch }) => parsePatch(new TextDecoder().decode(patch)));
  known.set(round, reading);
  return reading;
};
