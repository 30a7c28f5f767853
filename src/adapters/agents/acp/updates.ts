/** Reads what an agent tells while it works: what can be shown, what it said last, what it used up. */
import { cutStart } from '../../../plain/cut.ts';
import type { AgentEvent } from '../../../ports/agent.ts';
import type { ToolCall, Update } from './messages.ts';
import { ToolUses } from './tool-uses.ts';

const longestText = 1024 * 1024;
const mostDenials = 100;

export class UpdateReader {
  readonly #tools = new ToolUses();
  #text = '';
  #isNewText = false;
  #usd: number | undefined;

  /** Gives what can be shown. */
  read(update: Update): AgentEvent[] {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        return this.#say(update.content.text);
      case 'user_message_chunk':
        // A conversation that is told once more, before ours.
        this.#text = '';
        return [];
      case 'tool_call':
      case 'tool_call_update':
        return this.#useTool(update);
      case 'usage_update':
        // Nothing is also what is told when prices are not known.
        if (update.cost?.currency.toUpperCase() === 'USD' && update.cost.amount > 0) this.#usd = update.cost.amount;
        return [];
      default:
        return update satisfies never;
    }
  }

  /** What it said last. */
  text(): string {
    return this.#text;
  }

  /** Cost of the whole session in dollars, if it was told. */
  sessionUsd(): number | undefined {
    return this.#usd;
  }

  /** What it was not allowed to do by rules of its own. */
  denials(): string[] {
    return this.#tools.denials.slice(0, mostDenials);
  }

  #say(piece: string): AgentEvent[] {
    this.#text = (this.#isNewText ? '' : this.#text) + piece;
    // Cut seldom, so that many small pieces stay cheap.
    if (this.#text.length > 2 * longestText) this.#text = cutStart(this.#text, longestText);
    this.#isNewText = false;
    return piece === '' ? [] : [{ kind: 'text', text: piece }];
  }

  #useTool(tool: ToolCall): AgentEvent[] {
    this.#isNewText = true;
    return this.#tools.read(tool);
  }
}
