/** 5.6: fixes are proven in groups, by few runs, and nothing is proven less. Kept from the events alone. */
import type { RunEventOf, StoredEvent } from '../../../src/model/event.ts';
import type { Commit } from '../../../src/model/run/snapshot.ts';
import type { Verification } from '../../../src/model/verification.ts';
import type { Evidence } from './check-proof.ts';
import { demand, type World } from './world.ts';

/** A failure is confirmed by so many runs at most before somebody is refused for it. */
const mostConfirmations = 2;
/** A failure that names more says nothing. */
const mostSuspects = 3;

type Group = { n: number; commits: readonly Commit[]; runs: number; size: number; recovered: number };

export class Groups {
  readonly #world: World;
  readonly #evidence: Evidence;
  /** Fixes that wait for a group, or are in one. */
  readonly #ready = new Set<string>();
  readonly #proven = new Set<string>();
  /** What runs have shown of each tree, in their order. */
  readonly #runs = new Map<string, Verification[]>();
  #group: Group | undefined;
  #count = 0;
  #isFlaky = false;

  constructor(world: World, evidence: Evidence) {
    this.#world = world;
    this.#evidence = evidence;
  }

  see(event: StoredEvent): void {
    switch (event.type) {
      case 'units.ready':
        return this.#getReady(event);
      case 'units.integrated':
        return this.#begin(event);
      case 'baseline.finished':
        return this.#note(event.verification);
      case 'check.finished':
        if (!this.#evidence.isTogether) this.#note(event.verification);
        return;
      case 'head.check.started':
        return this.#try(event);
      case 'head.checked':
        return this.#tried(event);
      case 'head.accepted':
        return this.#accept(event);
      case 'group.finished':
        return this.#finish(event);
      case 'attempt.judged':
        this.#ready.delete(event.unit);
        return;
      default:
    }
  }

  #getReady({ units }: RunEventOf<'units.ready'>): void {
    for (const unit of units) {
      demand(this.#evidence.answers.has(unit), `unit ${unit} is ready, and was never answered`);
      demand(!this.#ready.has(unit) && !this.#proven.has(unit), `unit ${unit} gets ready twice`);
      this.#ready.add(unit);
    }
  }

  #begin({ group, commits, conflicts }: RunEventOf<'units.integrated'>): void {
    this.#count += 1;
    demand(group === this.#count, `5.6: group ${group} is number ${this.#count}`);
    demand(this.#group === undefined, `5.6: group ${group} begins while another is being proven`);
    demand(commits.length + conflicts.length > 0, '5.6: a group changes nothing, for ever');
    for (const { unit } of [...commits, ...conflicts]) demand(this.#ready.has(unit), `5.6: ${unit} is not ready`);
    for (const { unit } of conflicts) this.#ready.delete(unit);
    const { together } = this.#world.scenario.config.verify;
    if (typeof together === 'number')
      demand(commits.length <= together, `5.6: ${commits.length} are proven together, verify.together is ${together}`);
    if (commits.length > 0) this.#group = { n: this.#count, commits, size: commits.length, runs: 0, recovered: 0 };
  }

  #note(verification: Verification): void {
    const runs = this.#runs.get(verification.tree) ?? [];
    this.#runs.set(verification.tree, [...runs, verification]);
    if (verification.failures.some(({ kind }) => kind === 'flaky')) this.#isFlaky = true;
  }

  /** Another check may show that a tree holds while it is being verified. */
  #try({ tree }: RunEventOf<'head.check.started'>): void {
    const earlier = this.#runs.get(tree)?.at(-1);
    demand(
      !earlier || !this.#evidence.holds(earlier) || this.#evidence.isTogether,
      `5.6: tree ${tree} is verified again though it holds`,
    );
  }

  #tried({ verification }: RunEventOf<'head.checked'>): void {
    const earlier = this.#runs.get(verification.tree)?.at(-1);
    const group = this.#group;
    if (earlier && this.#evidence.holds(earlier) !== this.#evidence.holds(verification)) this.#isFlaky = true;
    this.#note(verification);
    if (!group) return;
    group.runs += 1;
    if (earlier && this.#evidence.holds(verification)) group.recovered += 1;
    this.#checkRuns(group);
  }

  /** Halves until one is left, which is confirmed; one that passes after all makes it begin again with the rest. */
  #checkRuns({ n, runs, size, recovered }: Group): void {
    // Where tools speak, what they say names those who are looked at first, each of which may be innocent.
    const misled = this.#world.state.checks.toolCounts.size > 0 ? 2 * mostSuspects + 2 : 0;
    const most = (1 + recovered) * (1 + Math.ceil(Math.log2(size)) + misled + mostConfirmations);
    demand(runs <= most, `5.6: group ${n} of ${size} took ${runs} runs, ${most} are enough`);
  }

  #accept({ head, group, units = [] }: RunEventOf<'head.accepted'>): void {
    const proving = this.#group;
    demand(group !== undefined && group === proving?.n, `5.6: group ${group} is accepted, and is not being proven`);
    const first = proving?.commits.slice(0, units.length) ?? [];
    demand(
      units.length > 0 && first.map(({ unit }) => unit).join() === units.join(),
      `5.6: ${units.join()} come later`,
    );
    demand(first.at(-1)?.commit === head.commit && first.at(-1)?.tree === head.tree, '5.6: another head is accepted');
    for (const unit of units) {
      demand(!this.#proven.has(unit), `5.6: unit ${unit} is proven twice`);
      this.#proven.add(unit);
      this.#ready.delete(unit);
    }
    const shown = this.#runs.get(head.tree)?.at(-1);
    if (this.#world.scenario.config.verify.commands.length > 0)
      demand(shown !== undefined && this.#evidence.holds(shown), `5.6: no run shows that ${head.tree} holds`);
    this.#leave(proving, units.length);
  }

  #leave(group: Group | undefined, count: number): void {
    const commits = group?.commits.slice(count) ?? [];
    this.#group = group && commits.length > 0 ? { ...group, commits } : undefined;
  }

  #finish({ group, culprit }: RunEventOf<'group.finished'>): void {
    const [first] = this.#group?.commits ?? [];
    demand(group === this.#group?.n, `5.6: group ${group} is finished, and is not being proven`);
    if (culprit && first) this.#checkCulprit(culprit, first);
    this.#group = undefined;
  }

  #checkCulprit({ unit, gate }: NonNullable<RunEventOf<'group.finished'>['culprit']>, first: Commit): void {
    const { fixing } = this.#world.state;
    demand(unit === first.unit, `5.6: ${unit} is blamed, and is not on top of what is proven`);
    const runs = this.#runs.get(first.tree) ?? [];
    const { agent, findings = [] } = fixing.units.get(unit)?.plan ?? {};
    const isFree = agent === 'autofix';
    // Two that are tried together have each failed alone before.
    const isTwo = isFree && findings.length > 1 && !this.#isFlaky;
    const needed = 1 + (isTwo ? 0 : this.#isFlaky || isFree ? 2 : 1);
    demand(runs.length >= needed, `5.6: ${unit} is blamed after ${runs.length} runs, ${needed} are needed`);
    // A tool may have had something against it though the commands passed.
    const hasHeld = runs.slice(-needed).some((shown) => this.#evidence.holds(shown) && shown.tools.length === 0);
    demand(gate === 'tool' || !hasHeld, `5.6: ${unit} is blamed, and its tree has held`);
    this.#ready.delete(unit);
  }
}
