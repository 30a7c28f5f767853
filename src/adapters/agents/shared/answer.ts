/** One answer from all the ways in which an agent may have given it. */
import type { Outcome, Role } from '../../../model/answer.ts';
import type { AgentRequest } from '../../../ports/agent.ts';
import { looksLikeAnswer } from '../../../model/answers/shape.ts';
import { answerIn, withoutNulls } from './answer-in-text.ts';

export type Given = { role: Role; reported: readonly Outcome[]; structured: unknown; text: string };

/**
 * What was reported through our tools counts first, then the answer in the form of the schema, then JSON in the last
 * text. A way is only asked about findings that the ones before it left out.
 */
export const combineAnswers = async ({ role, reported, structured, text }: Given): Promise<unknown> => {
  if (role !== 'fix') return looksLikeAnswer(role)(structured) ? withoutNulls(structured) : answerIn(text, role);
  const said = structured ?? (await answerIn(text, role));
  if (reported.length === 0) return said;
  const known = new Set(reported.map(({ id }) => id.toLowerCase()));
  return { outcomes: [...reported, ...outcomesIn(said).filter((entry) => !known.has(nameOf(entry)))] };
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const outcomesIn = (answer: unknown): unknown[] => {
  if (!looksLikeAnswer('fix')(answer)) return [];
  const outcomes = isRecord(answer) && 'outcomes' in answer ? answer['outcomes'] : answer;
  if (Array.isArray(outcomes)) return outcomes;
  return isRecord(outcomes)
    ? Object.entries(outcomes).map(([id, value]) => (isRecord(value) ? { ...value, id } : { id, outcome: value }))
    : [];
};

const nameOf = (entry: unknown): string => {
  const name = isRecord(entry) ? (entry['id'] ?? entry['code']) : undefined;
  return typeof name === 'string' ? name.trim().toLowerCase() : '';
};

/**
 * Our tools are for fixers, who answer for each finding as they go. The other roles answer once, in the form of the
 * schema; an agent that cannot enforce one has it in its prompt.
 */
export const withAnswerWay = (request: AgentRequest): AgentRequest =>
  request.role === 'fix' || request.answerBy !== 'tools' ? request : { ...request, answerBy: 'schema' };
