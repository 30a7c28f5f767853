/** 7.6, 7.7: a run never ends worse than it began, and says why it stops; from the events alone. */
import type { RunEventOf, StoredEvent } from '../../../src/model/event.ts';
import type { DraftFinding } from '../../../src/model/finding.ts';
import { demand, type World } from './world.ts';

/** What tools say of one state of the code: how many findings each of them reports that are to be fixed. */
type Seen = Map<string, number>;

export class Convergence {
  readonly #world: World;
  /** By commit. */
  readonly #seen = new Map<string, Seen>();
  /**
   * How bad a tool called a problem when it first reported it, as ranks, mildest last: calling it worse, or milder,
   * later does not change the code.
   */
  readonly #firstRanks = new Map<string, number[]>();
  /** Rounds since it was resumed after it got nowhere; that in which it was resumed is the first. */
  #roundsSince = Infinity;
  #gotNowhere = false;
  #head = '';
  #minted = new Set<string>();

  constructor(world: World) {
    this.#world = world;
  }

  see(event: StoredEvent): void {
    switch (event.type) {
      case 'round.started':
        this.#head = event.head.commit;
        this.#roundsSince += event.cause === 'last' ? 0 : 1;
        return;
      case 'run.stopping':
        return this.#checkStop(event);
      case 'run.resumed':
        if (this.#gotNowhere) this.#roundsSince = 1;
        this.#gotNowhere = false;
        return;
      case 'review.finished':
        return this.#hear(event);
      case 'round.measured':
        for (const id of event.minted) this.#minted.add(id);
        return;
      case 'attempt.judged':
        return this.#checkLane(event);
      case 'head.restored':
        return this.#checkRestored(event);
      case 'run.handed-over':
        return this.#checkResult();
      default:
    }
  }

  #hear({ reviewer, verdict, findings }: RunEventOf<'review.finished'>): void {
    const { reviewers, fix } = this.#world.scenario.config;
    const tool = reviewers.find(({ name }) => name === reviewer);
    if (tool?.kind !== 'tool' || (verdict !== 'PASSED' && verdict !== 'NEEDS_WORK')) return;
    const ranked = findings.map((draft) => ({ ...draft, problem: problemOf(reviewer, draft), rank: rankOf(draft) }));
    for (const [problem, all] of Map.groupBy(ranked, (each) => each.problem))
      if (!this.#firstRanks.has(problem))
        this.#firstRanks.set(
          problem,
          all.map(({ rank }) => rank).toSorted((a, b) => a - b),
        );
    const wanted = ranked.filter(({ problem, rank, level = tool.level }) => {
      const first = this.#firstRanks.get(problem) ?? [];
      const meant = Math.min(Math.max(rank, first[0] ?? rank), first.at(-1) ?? rank);
      return fix.levels.includes(level) && meant <= rankOf({ severity: fix.minSeverity });
    });
    const seen = this.#seen.get(this.#head) ?? new Map<string, number>();
    this.#seen.set(this.#head, seen.set(reviewer, wanted.length));
  }

  /** 7.6: whoever resumes a run that got nowhere has overruled what was seen so far: it takes two further rounds. */
  #checkStop({ reason }: RunEventOf<'run.stopping'>): void {
    const byRounds = ['findings-returned', 'minting', 'growing', 'diminishing'].includes(reason);
    demand(!byRounds || this.#roundsSince >= 3, `7.6: it stops as ${reason} for rounds that were overruled`);
    this.#gotNowhere = byRounds || reason === 'tree-returned';
  }

  /** 7.7: what a fix brought is not tried, unless it is critical. */
  #checkLane({ results }: RunEventOf<'attempt.judged'>): void {
    for (const id of Object.keys(results)) {
      const { finding, reopened } = this.#world.state.findings.get(id) ?? {};
      demand(
        !this.#minted.has(id) || finding?.severity === 'critical' || reopened !== undefined,
        `7.7: ${id} is on lines of a fix, and keeps the loop going`,
      );
    }
  }

  /** 7.6: what was gone back to was accepted, and no fix that is not in it is called fixed. */
  #checkRestored({ head, taken, fixed }: RunEventOf<'head.restored'>): void {
    const { git, state } = this.#world;
    const history = new Set(git.history(head.commit));
    demand(taken.length > 0, '7.6: nothing is taken back');
    demand(!taken.some((commit) => history.has(commit)), '7.6: what is taken back is in the head');
    for (const [id, commit] of Object.entries(fixed))
      demand(history.has(commit), `7.6: ${id} is fixed by a commit that is not handed over`);
    demand(state.fixing.working.size === 0, '7.6: fixes are under way for a head that is gone');
  }

  /** Only where only tools review, and all of them have looked at both: severities that differ are not compared. */
  #checkResult(): void {
    const { state, scenario } = this.#world;
    const { reviewers } = scenario.config;
    const first = this.#seen.get(state.run.started.start.commit);
    const last = this.#seen.get(state.code.verifiedHead.commit);
    const isWhole = (seen: Seen | undefined): seen is Seen => seen?.size === reviewers.length;
    if (!isWhole(first) || !isWhole(last) || state.fixing.working.size > 0 || !state.reviews.admitted) return;
    const [before, after] = [first, last].map((seen) => [...seen.values()].reduce((sum, each) => sum + each, 0));
    demand((after ?? 0) <= (before ?? 0), `7.6: tools report ${after} of the result, and reported ${before} at first`);
  }
}

const rankOf = ({ severity }: Pick<DraftFinding, 'severity'>): number =>
  ['critical', 'high', 'medium', 'low', 'info'].indexOf(severity);

const problemOf = (tool: string, { rule, category, title }: DraftFinding): string =>
  JSON.stringify([tool, rule ?? category, rule === undefined ? title : '']);
