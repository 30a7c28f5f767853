/** Names of questions, and when two of them are the same. */

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
