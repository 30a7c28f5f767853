/** What is said to be fixed must be proven; kept apart from the fold, from the events alone. */
import type { RunEvent, RunEventOf, StoredEvent } from '../../../src/model/event.ts';
import type { Verification } from '../../../src/model/verification.ts';
import { demand, type World } from './world.ts';

export class Evidence {
  readonly answers = new Map<string, RunEventOf<'attempt.finished'>>();
  readonly checks = new Map<string, Verification>();
  /** Trees that verification accepted at least once. */
  readonly proven = new Set<string>();
  /** Units with the findings that were accepted in them. */
  readonly accepted = new Map<string, string[]>();
  /** Findings that a fix of another took along. */
  readonly together = new Set<string>();
  /** Findings that the fix of another took along, which was taken back. */
  readonly takenBack = new Set<string>();
  /** Commits that were accepted as the head. */
  readonly acceptedHeads = new Set<string>();
  readonly reviewErrors = new Set<string>();
  /** Fixes were taken back since the run was last resumed. */
  wentBack = false;
  cancelled = false;
  stop: RunEventOf<'run.stopping'> | undefined;
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  see(event: StoredEvent): void {
    switch (event.type) {
      case 'attempt.finished':
        this.answers.set(event.unit, event);
        return;
      case 'check.finished':
        this.checks.set(event.unit, event.verification);
        // Where fixes are proven together, only hooks have looked at it.
        return this.isTogether ? undefined : this.#prove(event.verification);
      case 'baseline.finished':
      case 'head.checked':
        return this.#prove(event.verification);
      case 'head.accepted':
        demand(
          this.proven.has(event.head.tree) || this.#world.scenario.config.verify.commands.length === 0,
          `7.5: head ${event.head.commit} is accepted, and nothing proves it`,
        );
        this.acceptedHeads.add(event.head.commit);
        return;
      case 'finding.fixed':
        this.together.add(event.id);
        return;
      case 'finding.reopened':
        return this.#forget(event.id);
      case 'head.restored':
        this.wentBack = true;
        for (const id of this.together) if (!(id in event.fixed)) this.takenBack.add(id);
        for (const id of this.#world.state.findings.keys()) this.#forget(id);
        for (const id of Object.keys(event.fixed)) this.together.add(id);
        return;
      case 'review.finished':
        if (event.verdict === 'error') this.reviewErrors.add(event.reviewer);
        return;
      case 'cancel.requested':
      case 'run.stopping':
      case 'run.resumed':
        return this.#turnOfFate(event);
      default:
    }
  }

  /** 7.9: what is reported again was not fixed after all. */
  #forget(id: string): void {
    this.together.delete(id);
    for (const [unit, ids] of this.accepted)
      this.accepted.set(
        unit,
        ids.filter((each) => each !== id),
      );
  }

  /** What the whole was proven by holds for its parts. */
  takeApart(unit: string, parts: RunEventOf<'unit.split'>['parts']): void {
    const answer = this.answers.get(unit);
    const check = this.checks.get(unit);
    for (const { unit: part, findings, snapshot } of answer ? parts : []) {
      const claims = Object.fromEntries(Object.entries(answer?.claims ?? {}).filter(([id]) => findings.includes(id)));
      if (answer) this.answers.set(part, { ...answer, unit: part, claims, snapshot });
      if (check && this.#isChecked(check)) this.checks.set(part, check);
    }
    // What stays behind has no change any more.
    if (answer) this.answers.set(unit, { ...answer, snapshot: null });
  }

  #turnOfFate(event: RunEvent): void {
    if (event.type === 'cancel.requested') this.cancelled = true;
    if (event.type === 'run.stopping') this.stop = event;
    if (event.type !== 'run.resumed') return;
    this.wentBack = false;
    this.cancelled = false;
    this.stop = undefined;
  }

  #prove(verification: Verification): void {
    if (this.holds(verification)) this.proven.add(verification.tree);
  }

  /** Fixes are proven in groups, and not each by itself. */
  get isTogether(): boolean {
    return this.#world.scenario.config.verify.together !== 'each';
  }

  holds({ verdict }: Verification): boolean {
    const { commands, unproven } = this.#world.scenario.config.verify;
    if (verdict === 'unproven') return unproven === 'accept';
    return verdict === (commands.length === 0 ? 'none' : 'passed');
  }

  /** By itself: by hooks alone where fixes are proven together. */
  #isChecked(check: Verification): boolean {
    return this.isTogether ? check.verdict === 'none' : this.holds(check);
  }

  /** 4.4: only in the preset `default` need an agent that was asked about one finding not say that it is fixed. */
  #isClaimed(answer: RunEventOf<'attempt.finished'> | undefined, id: string): boolean {
    const { claim, silent } = answer?.claims[id] ?? {};
    if (claim === 'fixed') return true;
    const asked = [...Object.keys(answer?.claims ?? {}), ...(answer?.cut ?? [])];
    return (
      claim === 'none' && silent === true && asked.length === 1 && this.#world.scenario.config.preset === 'default'
    );
  }

  /** Accepted: claimed, changed something, and every check that is configured was passed. */
  checkJudged({ unit, results }: RunEventOf<'attempt.judged'>): void {
    const accepted = Object.keys(results).filter((id) => results[id]?.result === 'accepted');
    if (accepted.length === 0) return;
    this.accepted.set(unit, accepted);
    const { git, state, scenario } = this.#world;
    const answer = this.answers.get(unit);
    const commit = state.fixing.units.get(unit)?.commit;
    demand(answer?.outcome === 'ok', `unit ${unit} is accepted although the agent failed`);
    demand((answer?.snapshot?.files.length ?? 0) > 0, `4.8: unit ${unit} is accepted with an empty diff`);
    demand(
      (answer?.snapshot?.protected ?? []).length === 0,
      `unit ${unit} is accepted with changes of protected paths`,
    );
    for (const id of accepted)
      demand(this.#isClaimed(answer, id), `finding ${id} is accepted although nobody says it is fixed`);
    const check = this.checks.get(unit);
    const { verify, commit: how } = scenario.config;
    demand(
      check ? this.#isChecked(check) : (this.isTogether || verify.commands.length === 0) && !how.hooks,
      `5.1: unit ${unit} is accepted without a passed check`,
    );
    const head = state.code.verifiedHead;
    demand(commit !== undefined && head !== undefined, `unit ${unit} is accepted without a commit`);
    demand(this.acceptedHeads.has(head.commit), `7.5: unit ${unit} is accepted, and its head is not`);
    demand(
      git.history(head.commit).includes(commit?.commit ?? ''),
      `unit ${unit} is accepted but not in the verified head`,
    );
  }
}

/**
 * Fixed findings are those with an accepted attempt and those that another fix took along, and each has its commit in
 * the verified head.
 */
export const checkFixed = ({ state, git }: World, evidence: Evidence): void => {
  const accepted = new Set([...[...evidence.accepted.values()].flat(), ...evidence.together]);
  const history = new Set(git.history(state.code.verifiedHead.commit));
  for (const { finding, status, cause, commit } of state.findings.values()) {
    // What nothing proved in the end is in the result all the same.
    const isTakenIn = status === 'fixed' || (cause === 'no-proof' && commit !== undefined);
    demand(
      isTakenIn === accepted.has(finding.id),
      `finding ${finding.id} is ${status}, which no accepted attempt explains`,
    );
    demand(
      status !== 'fixed' || history.has(commit ?? ''),
      `finding ${finding.id} is fixed but its commit is not in the verified head`,
    );
  }
};

/** 7.5: what is handed over was verified as exactly that tree, and holds the accepted fixes and nothing else. */
export const checkHandOver = ({ state, git, scenario }: World, event: RunEventOf<'run.handed-over'>): void => {
  const { commits, verifiedHead } = state.code;
  demand(state.end.stopping?.reason !== 'tampered', 'a tampered repository is handed over');
  demand(verifiedHead !== undefined, 'there is no verified head');
  const history = git.history(verifiedHead.commit).toReversed();
  const expected = commits.map((commit) => commit.commit);
  demand(
    history.join() === expected.join(),
    `7.5: ${history.join()} would be handed over, accepted was ${expected.join()}`,
  );
  const squashed = scenario.config.commit.per === 'run';
  const whole = squashed || commits.length === 0 || event.head === verifiedHead.commit;
  demand(
    whole && (event.head !== null) === commits.length > 0,
    '7.5: something else than the verified head is handed over',
  );
};

/** Every tree of a handed-over head was verified, where there is anything to verify with. */
export const checkProvenHead = ({ state, scenario }: World, evidence: Evidence): void => {
  if (scenario.config.verify.commands.length === 0 || state.code.commits.length === 0) return;
  const { tree } = state.code.verifiedHead;
  demand(evidence.proven.has(tree), `7.5: tree ${tree} is handed over and was never verified`);
};
