/** What models cost, for agents that do not say so. A configured price always wins. */
import type { Usage } from '../attempt.ts';

/** Dollars for a million tokens. */
export type Price = { inputPerMTok: number; outputPerMTok: number; cachedPerMTok?: number | undefined };

/**
 * By the name of the model, of November 2026. A name counts with a date or a word like `latest` behind it, but a newer
 * version
 * is another model: no price is better than the price of another one, since a limit on money relies on it.
 */
const table: Readonly<Record<string, Price>> = {
  'claude-opus-5-5': { inputPerMTok: 4, outputPerMTok: 20, cachedPerMTok: 0.2 },
  'claude-opus-4-5': { inputPerMTok: 5, outputPerMTok: 25, cachedPerMTok: 0.5 },
  'claude-sonnet-4-5': { inputPerMTok: 3, outputPerMTok: 15, cachedPerMTok: 0.3 },
  'claude-haiku-4-5': { inputPerMTok: 1, outputPerMTok: 5, cachedPerMTok: 0.1 },
  'gpt-5': { inputPerMTok: 1.25, outputPerMTok: 10, cachedPerMTok: 0.125 },
  'gpt-5-codex': { inputPerMTok: 1.25, outputPerMTok: 10, cachedPerMTok: 0.125 },
  'gpt-5-mini': { inputPerMTok: 0.25, outputPerMTok: 2, cachedPerMTok: 0.025 },
  'gpt-5-nano': { inputPerMTok: 0.05, outputPerMTok: 0.4, cachedPerMTok: 0.005 },
  'gemini-2.5-pro': { inputPerMTok: 1.25, outputPerMTok: 10, cachedPerMTok: 0.125 },
  'gemini-2.5-flash': { inputPerMTok: 0.3, outputPerMTok: 2.5, cachedPerMTok: 0.03 },
  'gemini-2.5-flash-lite': { inputPerMTok: 0.1, outputPerMTok: 0.4, cachedPerMTok: 0.01 },
};

/** A day, or a word for the newest of the same model. */
const edition = /-(?:\d{8}|\d{4}-\d\d-\d\d|latest)$/;

/** Undefined when it is not known. Names may have their provider before them, as in `openai/gpt-5`. */
export const listPrice = (model: string): Price | undefined => {
  const name = model
    .slice(model.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(edition, '');
  return Object.hasOwn(table, name) ? table[name] : undefined;
};

/** What a call cost: as the agent says; else from its tokens. Undefined when neither is known. */
export const costOf = (usage: Usage, price: Price | undefined): number | undefined => {
  if (usage.usd !== undefined) return usage.usd;
  if (price === undefined || (usage.inputTokens === undefined && usage.outputTokens === undefined)) return undefined;
  const { inputTokens = 0, outputTokens = 0 } = usage;
  const cached = Math.min(usage.cachedTokens ?? 0, inputTokens);
  const perCached = price.cachedPerMTok ?? price.inputPerMTok / 10;
  return (
    ((inputTokens - cached) * price.inputPerMTok + cached * perCached + outputTokens * price.outputPerMTok) / 1_000_000
  );
};
