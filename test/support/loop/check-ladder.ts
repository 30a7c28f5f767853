/** Whose turn an attempt is (4.17), from the events alone. */
import type { RunEventOf, StoredEvent } from '../../../src/model/event.ts';
import { demand, type World } from './world.ts';

export class Ladder {
  readonly #world: World;
  readonly #replaced = new Map<string, string>();
  /** Agents of units that are planned. */
  readonly #agents = new Map<string, string>();
  /** Paid attempts behind each finding. */
  readonly #tried = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  see(event: StoredEvent): void {
    switch (event.type) {
      case 'agent.replaced':
        this.#replaced.set(event.agent, event.by);
        return;
      case 'step.started':
        for (const unit of event.units) this.#checkUnit(unit);
        return;
      case 'unit.split':
        for (const { unit } of event.parts) this.#agents.set(unit, this.#agents.get(event.unit) ?? '');
        return;
      case 'attempt.judged':
        return this.#count(event);
      default:
    }
  }

  #checkUnit({ unit, agent, findings }: RunEventOf<'step.started'>['units'][number]): void {
    this.#agents.set(unit, agent);
    if (agent === 'autofix') return;
    for (const id of findings) {
      const wanted = this.#agentFor(this.#tried.get(id) ?? 0);
      demand(agent === wanted, `4.17: ${id} in unit ${unit} goes to ${agent}, and it is the turn of ${wanted}`);
    }
  }

  #agentFor(tried: number): string | undefined {
    const { agent, agents = [agent] } = this.#world.scenario.config.fix;
    let now = agents[tried] ?? agents.at(-1);
    for (let by = now; by !== undefined; by = this.#replaced.get(by)) now = by;
    return now;
  }

  #count({ unit, results }: RunEventOf<'attempt.judged'>): void {
    if (this.#agents.get(unit) === 'autofix') return;
    for (const [id, { result }] of Object.entries(results))
      if (result !== 'cancelled') this.#tried.set(id, (this.#tried.get(id) ?? 0) + 1);
  }
}
