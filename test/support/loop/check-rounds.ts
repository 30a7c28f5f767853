/** Rounds of reviews, and whether everything that should be reviewed was; from the events alone. */
import type { RunEventOf, StoredEvent } from '../../../src/model/event.ts';
import { isOpen } from '../../../src/loop/state/state.ts';
import type { Calls } from './check-calls.ts';
import { demand, type World } from './world.ts';

type Round = RunEventOf<'round.started'> & { scopes: RunEventOf<'review.scoped'>[]; finished: Set<string> };

export class Rounds {
  readonly #world: World;
  readonly #calls: Calls;
  readonly #rounds: Round[] = [];
  /** Whether it was resumed since the current round began. */
  #isResumed = false;

  constructor(world: World, calls: Calls) {
    this.#world = world;
    this.#calls = calls;
  }

  see(event: StoredEvent): void {
    const last = this.#rounds.at(-1);
    switch (event.type) {
      case 'round.started':
        this.#isResumed = false;
        return this.#begin(event);
      case 'run.resumed':
        this.#isResumed = true;
        return;
      case 'review.started':
        return this.#checkNothingInPlay(event);
      case 'review.scoped':
        this.#checkNothingInPlay(event);
        return void last?.scopes.push(event);
      case 'review.finished':
        this.#checkNothingInPlay(event);
        demand(last?.finished.has(event.reviewer) === false, `${event.reviewer} reviews twice in a round`);
        last?.finished.add(event.reviewer);
        return this.#checkVerdict(event);
      case 'findings.admitted':
        return this.#checkAdmission(event);
      default:
    }
  }

  /** 2.8: nothing that a reviewer should have looked at is left that nobody has looked at. */
  isCovered(): boolean {
    return this.#rounds.every((round) => {
      const seen = new Set(round.scopes.flatMap((scope) => this.#seenIn(round, scope)));
      const wanted = round.scopes.flatMap(({ parts, left }) => [
        ...parts.flatMap(({ covers }) => covers.map(place)),
        ...left.filter((entry) => entry.wanted).map(place),
      ]);
      return wanted.every((each) => seen.has(each));
    });
  }

  #seenIn({ round }: Round, { reviewer, parts }: RunEventOf<'review.scoped'>): string[] {
    const read = this.#calls
      .of('review')
      .filter(({ subject, answer: { outcome, answer } }) => {
        const verdict = answer?.role === 'review' ? answer.verdict : 'error';
        return subject.round === round && subject.reviewer === reviewer && outcome === 'ok' && verdict !== 'error';
      })
      .map(({ subject }) => subject.part);
    return parts.filter(({ part }) => read.includes(part)).flatMap(({ covers }) => covers.map(place));
  }

  /** Only what was closed for the end of a run that is resumed in the middle of a round is opened again then. */
  #checkNothingInPlay({ type, reviewer }: RunEventOf<'review.started' | 'review.scoped' | 'review.finished'>): void {
    const isInPlay = [...this.#world.state.findings.values()].some(isOpen);
    demand(this.#isResumed || !isInPlay, `2.2: ${type} of ${reviewer} while findings are in play`);
  }

  /** 1.3: what was not answered with a verdict was not passed. */
  #checkVerdict({ reviewer, verdict }: RunEventOf<'review.finished'>): void {
    const round = this.#rounds.at(-1);
    const scope = round?.scopes.find((each) => each.reviewer === reviewer);
    if (!round || !scope || scope.skipped !== undefined) return;
    const covered = scope.parts.flatMap(({ covers }) => covers).length;
    const isRead = scope.parts.length > 0 && this.#seenIn(round, scope).length === covered;
    demand((verdict !== 'error') === isRead, `1.3: ${reviewer} comes to ${verdict}, read is ${isRead}`);
  }

  #begin(event: RunEventOf<'round.started'>): void {
    const { state, scenario } = this.#world;
    const { review, reviewers } = scenario.config;
    const earlier = [...this.#rounds];
    this.#rounds.push({ ...event, scopes: [], finished: new Set() });
    demand(event.round === this.#rounds.length, `round ${event.round} is number ${this.#rounds.length}`);
    demand(event.head.commit === state.code.verifiedHead.commit, '7.5: a head is reviewed that was not verified');
    demand(![...state.findings.values()].some(isOpen), '2.2: a round begins although findings of the last are open');
    demand((event.cause === 'first') === (earlier.length === 0), `round ${event.round} is called ${event.cause}`);
    if (event.cause === 'first') return;
    demand(scenario.command === 'run', `${scenario.command} reviews more than once`);
    if (event.cause === 'last') return this.#checkLastLook(event, earlier);
    const again = this.#rounds.filter(({ cause }) => cause === 'again');
    demand(
      again.length < review.rounds || (again.length === review.rounds && this.#looksOnceMore(event)),
      `review.rounds is ${review.rounds}, and fixes are reviewed ${again.length} times`,
    );
    const asked = new Set(earlier.flatMap((round) => round.reviewers));
    if (event.cause === 'sequence') {
      demand(
        review.sequence && event.reviewers.length === 1,
        '2.2: reviewers are asked one after the other, though nobody wants that',
      );
      return demand(
        event.reviewers.every((name) => !asked.has(name)),
        '2.2: a reviewer has its turn twice',
      );
    }
    demand(asked.size === reviewers.length, '2.2: fixes are reviewed before every reviewer had its turn');
    const before = again.at(-2)?.head.commit ?? state.run.started.start.commit;
    demand(before !== event.head.commit, '2.10: a review that has nothing new to look at is paid for');
  }

  /** 7.6: only tools are asked, which cost nothing, and only about what nobody has looked at. */
  #checkLastLook({ reviewers, head }: RunEventOf<'round.started'>, earlier: readonly Round[]): void {
    const { reviewers: all, review } = this.#world.scenario.config;
    const isTool = (name: string): boolean => all.some((each) => each.name === name && each.kind === 'tool');
    demand(reviewers.length > 0 && reviewers.every(isTool), '7.6: somebody else than tools has a last look');
    demand(review.again !== 'never', '7.6: the result is looked at, though nobody wants that');
    const isSeen = earlier.some((round) => round.cause !== 'sequence' && round.head.commit === head.commit);
    demand(!isSeen, '7.6: a result is looked at twice');
  }

  /** 7.9: only those are asked who reported a finding again that was fixed since. */
  #looksOnceMore({ reviewers }: RunEventOf<'round.started'>): boolean {
    const reported = [...this.#world.state.findings.values()].filter(
      ({ reopened, status }) => reopened !== undefined && status === 'fixed',
    );
    const by = new Set(reported.flatMap(({ reopened = [] }) => reopened.flatMap((time) => time.by)));
    return reviewers.length > 0 && reviewers.every((name) => by.has(name));
  }

  #checkAdmission({ findings }: RunEventOf<'findings.admitted'>): void {
    const { state } = this.#world;
    const round = this.#rounds.at(-1);
    demand(
      round === undefined || round.finished.size === round.reviewers.length,
      'findings are taken up before all reviewers answered',
    );
    const codes = [...state.findings.values()].map(({ finding }) => finding.code);
    demand(new Set(codes).size === codes.length, '1.1: two findings have one code');
    for (const { id } of findings)
      demand(state.findings.get(id)?.attempts.length === 0, `finding ${id} is taken up twice`);
  }
}

const place = ({ file, first }: { file: string; first: number }): string => `${file} ${first}`;
