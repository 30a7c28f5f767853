/** What models cost, for agents that do not say so. Public list prices; a configured price always wins. */
import type { Usage } from './attempt.ts';

/** Dollars for a million tokens. */
export type Price = { inputPerMTok: number; outputPerMTok: number; cachedPerMTok?: number | undefined };

/** When the table was last looked over. */
export const pricesAsOf = '2026-11-01';

/** By the beginning of the model's name; the longest that fits counts. */
const table: Readonly<Record<string, Price>> = {
  'claude-opus-4-1': { inputPerMTok: 15, outputPerMTok: 75, cachedPerMTok: 1.5 },
  'claude-opus': { inputPerMTok: 5, outputPerMTok: 25, cachedPerMTok: 0.5 },
  'claude-sonnet': { inputPerMTok: 3, outputPerMTok: 15, cachedPerMTok: 0.3 },
  'claude-haiku': { inputPerMTok: 1, outputPerMTok: 5, cachedPerMTok: 0.1 },
  opus: { inputPerMTok: 5, outputPerMTok: 25, cachedPerMTok: 0.5 },
  sonnet: { inputPerMTok: 3, outputPerMTok: 15, cachedPerMTok: 0.3 },
  haiku: { inputPerMTok: 1, outputPerMTok: 5, cachedPerMTok: 0.1 },
  'gpt-5-mini': { inputPerMTok: 0.25, outputPerMTok: 2, cachedPerMTok: 0.025 },
  'gpt-5-nano': { inputPerMTok: 0.05, outputPerMTok: 0.4, cachedPerMTok: 0.005 },
  'gpt-5': { inputPerMTok: 1.25, outputPerMTok: 10, cachedPerMTok: 0.125 },
  'gemini-2.5-pro': { inputPerMTok: 1.25, outputPerMTok: 10, cachedPerMTok: 0.125 },
  'gemini-2.5-flash-lite': { inputPerMTok: 0.1, outputPerMTok: 0.4, cachedPerMTok: 0.01 },
  'gemini-2.5-flash': { inputPerMTok: 0.3, outputPerMTok: 2.5, cachedPerMTok: 0.03 },
};

export const listPrice = (model: string): Price | undefined => {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  const fits = Object.keys(table).filter((beginning) => name.startsWith(beginning));
  const longest = fits.toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : table[longest];
};

/** What a call cost: as the agent says; else from its tokens. Undefined when neither is known. */
export const costOf = (usage: Usage, price: Price | undefined): number | undefined => {
  if (usage.usd !== undefined) return usage.usd;
  if (price === undefined || (usage.inputTokens === undefined && usage.outputTokens === undefined)) return undefined;
  const { inputTokens = 0, outputTokens = 0 } = usage;
  const cached = Math.min(usage.cachedTokens ?? 0, inputTokens);
  const perCached = price.cachedPerMTok ?? price.inputPerMTok / 10;
  return ((inputTokens - cached) * price.inputPerMTok + cached * perCached + outputTokens * price.outputPerMTok) / 1_000_000;
};
