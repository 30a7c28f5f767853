/** A finding that was fixed and is reported again is closed by proof, never by silence (7.9); from the events alone. */
import { trustsClaims } from '../../../src/config/trust.ts';
import type { RunEventOf, StoredEvent } from '../../../src/model/event.ts';
import { reviewersOf } from '../../../src/model/finding.ts';
import type { Verification } from '../../../src/model/verification.ts';
import { demand, type World } from './world.ts';

type Reopened = {
  round: number;
  by: readonly string[];
  /** How it stood when it was reported again once more. */
  before?: Reopened | undefined;
  /** The unit whose fix was taken in since. */
  fixedBy?: string;
  /** Somebody who reported it again has looked at that fix. */
  isProven: boolean;
};

const toolsIn = ({ tools }: Verification): Set<string> =>
  new Set(tools.filter(({ status }) => status === 'ran').map(({ reviewer }) => reviewer));

export class ReopenedFindings {
  readonly #world: World;
  readonly #findings = new Map<string, Reopened>();
  /** Tools that looked at the tree of a group. */
  readonly #lookedAtTree = new Map<string, Set<string>>();
  /** Tools that looked at the change of a unit, by itself or in its group. */
  readonly #looked = new Map<string, Set<string>>();
  #round: RunEventOf<'review.finished'>[] = [];
  /** Who has answered about which commit. */
  readonly #heardOf = new Map<string, Set<string>>();
  readonly #lastLook = new Map<string, number>();
  #head = '';

  constructor(world: World) {
    this.#world = world;
  }

  /** Before the event is folded. */
  before(event: StoredEvent): void {
    if (event.type === 'finding.reopened') this.#open(event);
    if (event.type === 'findings.admitted') this.#checkCopies(event);
  }

  /** After it was. */
  see(event: StoredEvent): void {
    switch (event.type) {
      case 'round.started':
        this.#round = [];
        this.#head = event.head.commit;
        this.#lastLook.set(this.#head, event.round);
        return;
      case 'review.finished':
        this.#round.push(event);
        if (event.verdict === 'PASSED' || event.verdict === 'NEEDS_WORK')
          this.#heardOf.set(this.#head, new Set(this.#heardOf.get(this.#head)).add(event.reviewer));
        return;
      case 'findings.admitted':
        return this.#hear();
      case 'check.finished':
        return void this.#looked.set(event.unit, toolsIn(event.verification));
      case 'head.checked':
        return void this.#lookedAtTree.set(event.verification.tree, toolsIn(event.verification));
      case 'head.accepted':
        return this.#lookTogether(event);
      case 'unit.split':
        for (const { unit } of event.parts) this.#looked.set(unit, this.#looked.get(event.unit) ?? new Set());
        return;
      case 'attempt.judged':
        for (const [id, { result }] of Object.entries(event.results))
          if (result === 'accepted') this.#fix(id, event.unit);
        return;
      case 'finding.fixed':
        return this.#fix(event.id, event.unit);
      case 'head.restored':
        return this.#restore(event);
      case 'run.finished':
        return this.#checkEnd(event);
      default:
    }
  }

  #lookTogether({ head, units = [] }: RunEventOf<'head.accepted'>): void {
    const looked = this.#lookedAtTree.get(head.tree) ?? new Set();
    for (const unit of units) this.#looked.set(unit, looked.union(this.#looked.get(unit) ?? new Set()));
  }

  #open({ id, finding, round }: RunEventOf<'finding.reopened'>): void {
    const before = this.#world.state.findings.get(id);
    demand(before?.status === 'fixed', `7.9: ${id} is opened again, and is ${before?.status}`);
    demand(finding.id === id && finding.code === before?.finding.code, `7.9: ${id} has another id or code now`);
    this.#findings.set(id, { round, by: reviewersOf(finding), isProven: false, before: this.#findings.get(id) });
  }

  #checkCopies({ findings }: RunEventOf<'findings.admitted'>): void {
    for (const { id } of findings) {
      const original = this.#world.state.findings.get(id.replace(/-\d+$/, ''));
      demand(original?.status !== 'fixed', `7.9: ${id} is a copy of a finding that is fixed`);
    }
  }

  /** An earlier fix counts again: whoever looked at that has looked. */
  #restore({ head, fixed }: RunEventOf<'head.restored'>): void {
    this.#forgetReportsSince(this.#lastLook.get(head.commit) ?? Infinity, this.#heardOf.get(head.commit), fixed);
    const units = [...this.#world.state.fixing.units.values()];
    for (const [id, commit] of Object.entries(fixed)) {
      const reopened = this.#findings.get(id);
      const wasProven = reopened?.isProven;
      this.#fix(id, units.find((unit) => unit.commit?.commit === commit)?.plan.unit ?? '');
      const looked = this.#heardOf.get(head.commit) ?? new Set();
      if (reopened) reopened.isProven ||= wasProven === true || reopened.by.every((name) => looked.has(name));
    }
  }

  /** They were about code that is gone, and whoever made them has looked at what counts now where it is called fixed. */
  #forgetReportsSince(round: number, heard = new Set<string>(), fixed: Readonly<Record<string, string>> = {}): void {
    for (const [id, last] of this.#findings) {
      let reopened: Reopened | undefined = last;
      for (; reopened && reopened.round > round; reopened = reopened.before)
        demand(
          !(id in fixed) || reopened.by.every((name) => heard.has(name)),
          `7.9: ${id} is fixed again, and who reported it has not looked`,
        );
      if (reopened) this.#findings.set(id, reopened);
      else this.#findings.delete(id);
    }
  }

  #fix(id: string, unit: string): void {
    const reopened = this.#findings.get(id);
    if (!reopened) return;
    const looked = this.#looked.get(unit) ?? new Set();
    reopened.fixedBy = unit;
    reopened.isProven = reopened.by.some((name) => looked.has(name));
  }

  /** Whoever reported it, was asked again, and did not report it this time: else it would have been opened again. */
  #hear(): void {
    for (const reopened of this.#findings.values())
      if (reopened.fixedBy !== undefined)
        reopened.isProven ||= this.#round.some(
          ({ reviewer, verdict }) => verdict !== 'error' && verdict !== 'skipped' && reopened.by.includes(reviewer),
        );
  }

  #checkEnd({ status }: RunEventOf<'run.finished'>): void {
    if (trustsClaims(this.#world.scenario.config)) return;
    for (const [id, { isProven }] of this.#findings) {
      const now = this.#world.state.findings.get(id)?.status;
      demand(now !== 'fixed' || isProven, `7.9: ${id} was reported again, and ends fixed by silence`);
      demand(status !== 'clean' || isProven || now !== 'blocked', `7.9: the run is clean, and ${id} is not proven`);
    }
  }
}
