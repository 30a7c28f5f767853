/** 7.6, 7.7: a run never ends worse than it began, and says why it stops; from the events alone. */
import type { RunEventOf, StoredEvent } from '../../../src/model/event.ts';
import type { Severity } from '../../../src/model/finding.ts';
import { demand, type World } from './world.ts';

/** What tools say of one state of the code: how many findings each of them reports that are to be fixed. */
type Seen = Map<string, number>;

export class Convergence {
  readonly #world: World;
  /** By commit. */
  readonly #seen = new Map<string, Seen>();
  /** How bad a tool called a problem first: calling it worse later does not make the code worse. */
  readonly #firstSeverity = new Map<string, Severity>();
  #head = '';
  #minted = new Set<string>();

  constructor(world: World) {
    this.#world = world;
  }

  see(event: StoredEvent): void {
    switch (event.type) {
      case 'round.started':
        this.#head = event.head.commit;
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
    const rank = ['critical', 'high', 'medium', 'low', 'info'];
    const wanted = findings.filter(({ severity, level = tool.level, rule, category, title }) => {
      const problem = JSON.stringify([reviewer, rule ?? category, rule === undefined ? title : '']);
      const first = this.#firstSeverity.get(problem) ?? severity;
      this.#firstSeverity.set(problem, first);
      return fix.levels.includes(level) && rank.indexOf(first) <= rank.indexOf(fix.minSeverity);
    });
    const seen = this.#seen.get(this.#head) ?? new Map<string, number>();
    this.#seen.set(this.#head, seen.set(reviewer, wanted.length));
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
