/** Questions and answers, and the findings that they belong to. */
import type { Finding } from '../../model/finding.ts';
import type { Clarification, TodoNotes } from '../../model/todo.ts';

/** A code may hold anything; the number is what stands behind its last `-q`. */
const questionId = /^(?<code>.+)-q(?<n>\d{1,9})$/s;

export const makeQuestionId = (code: string, n: number): string => `${code}-q${n}`;

export const readQuestionId = (id: string): { code: string; n: number } | null => {
  const { code, n } = questionId.exec(id)?.groups ?? {};
  return code === undefined || n === undefined ? null : { code, n: Number(n) };
};

/** Two questions of the same words are one, whatever their case, spacing and punctuation. */
export const wordsOf = (question: string): string =>
  question
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Each answer in the todo of its finding (3.4), behind what that todo holds already; a question is there once. */
export const addClarifications = (
  todos: Readonly<Record<string, TodoNotes>>,
  asked: readonly Clarification[],
  findings: readonly Finding[],
): Record<string, TodoNotes> => {
  const byCode = Map.groupBy(asked, ({ question_id: id }) => readQuestionId(id)?.code);
  const known = new Map(Object.entries(todos));
  for (const { id, code } of findings) {
    const notes = known.get(id) ?? { clarifications: [], related_files: [], existing_patterns: [] };
    const there = new Set(notes.clarifications.map(({ question_id: question }) => question));
    const fresh = (byCode.get(code) ?? []).filter(({ question_id: question }) => !there.has(question));
    if (fresh.length > 0) known.set(id, { ...notes, clarifications: [...notes.clarifications, ...fresh] });
  }
  return Object.fromEntries(known);
};
