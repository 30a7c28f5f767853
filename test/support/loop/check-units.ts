/** Every finding that a call was about is judged once, also when its change is taken apart (8.2). */
import type { RunEventOf, StoredEvent } from '../../../src/model/event.ts';
import type { Evidence } from './check-proof.ts';
import { demand, type World } from './world.ts';

type Family = { step: number; asked: string[]; members: string[] };

export class Units {
  readonly #world: World;
  readonly #evidence: Evidence;
  /** Units of the steps under way, with those that came of each. */
  readonly #families = new Map<string, Family>();
  readonly #judged = new Map<string, string[]>();

  constructor(world: World, evidence: Evidence) {
    this.#world = world;
    this.#evidence = evidence;
  }

  see(event: StoredEvent): void {
    switch (event.type) {
      case 'step.started':
        for (const { unit, findings } of event.units)
          this.#families.set(unit, { step: event.step, asked: [...findings], members: [unit] });
        return;
      case 'attempt.finished': {
        const family = this.#families.get(event.unit);
        if (family) family.asked = family.asked.filter((id) => !event.cut.includes(id));
        return;
      }
      case 'unit.split':
        return this.#split(event);
      case 'attempt.judged':
        demand(!this.#judged.has(event.unit), `unit ${event.unit} is judged twice`);
        this.#judged.set(event.unit, Object.keys(event.results));
        return;
      case 'step.finished':
        return this.#finishStep(event.step);
      case 'cycle.finished':
        return demand(this.#families.size === 0, `4.6: ${[...this.#families.keys()].join()} is left behind`);
      default:
    }
  }

  #finishStep(step: number): void {
    const own = [...this.#families].filter(([, family]) => family.step === step);
    demand(own.length > 0, `step ${step} is finished, and was not under way`);
    for (const [unit, family] of own) {
      this.#checkFamily(unit, family);
      this.#families.delete(unit);
    }
  }

  #split({ unit, parts }: RunEventOf<'unit.split'>): void {
    const family = this.#families.get(unit);
    const answer = this.#evidence.answers.get(unit);
    demand(family?.members.length === 1, `8.2: unit ${unit} is taken apart twice, or is a part itself`);
    const ids = parts.flatMap(({ findings }) => findings);
    const files = parts.flatMap(({ snapshot }) => snapshot.files.map(({ path }) => path));
    const whole = (answer?.snapshot?.files ?? []).map(({ path }) => path);
    const claimed = Object.keys(answer?.claims ?? {}).filter((id) => answer?.claims[id]?.claim === 'fixed');
    demand(isApart(ids, claimed), `8.2: ${ids.join()} is taken apart, claimed was ${claimed.join()}`);
    demand(isApart(files, whole), `8.2: ${files.join()} is taken apart, changed was ${whole.join()}`);
    for (const part of parts)
      demand(part.findings.length > 0 && part.snapshot.files.length > 0, `8.2: ${part.unit} is empty`);
    family?.members.push(...parts.map((part) => part.unit));
    this.#evidence.takeApart(unit, parts);
  }

  #checkFamily(unit: string, { asked, members }: Family): void {
    demand(this.#evidence.answers.has(unit), `4.6: the step of unit ${unit} is finished without its answer`);
    const judged = members.flatMap((member) => this.#judged.get(member) ?? []);
    demand(isPartition(judged, asked), `4.6: unit ${unit} was about ${asked.join()}, judged was ${judged.join()}`);
    const open = members.filter((member) => this.#world.state.fixing.units.get(member)?.phase !== 'judged');
    demand(open.length === 0, `4.6: ${open.join()} is never judged`);
  }
}

/** Each once; some may stay behind. */
const isApart = (parts: readonly string[], whole: readonly string[]): boolean =>
  new Set(parts).size === parts.length && parts.every((each) => whole.includes(each));

const isPartition = (parts: readonly string[], whole: readonly string[]): boolean =>
  parts.length === whole.length && parts.toSorted().join() === whole.toSorted().join();
