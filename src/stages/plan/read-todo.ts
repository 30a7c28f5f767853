/** One fix_todo file as a person may have left it: a finding, and how it is to be fixed. */
import { isDeepStrictEqual } from 'node:util';
import { type DraftFinding, Finding, Severity } from '../../model/finding.ts';
import type { Clarification, TodoNotes } from '../../model/todo.ts';
import { given } from '../../plain/given.ts';
import { sourceIdOf } from '../../model/finding/source-id.ts';
import { readPlanNotes } from './read-notes.ts';
import { cleanText, textOr } from '../../plain/clean-text.ts';
import { asArray, firstText, isObject, own, type Say } from '../../plain/shape.ts';
import { planWithoutPlanner } from './todo-files.ts';
import { statedPlace, placeOf } from './todo-place.ts';
import { asEdited, longestTitle } from './edited-finding.ts';

export type ReadTodo = { finding: Finding | DraftFinding; notes: TodoNotes };

const longestText = 10_000;

const mostClarifications = 200;

/** Null, with the reason said, for what holds no finding. `code`: what the master calls it. */
export const readTodo = (todo: unknown, code: string, say: Say): ReadTodo | null => {
  const found = isAbout(todo, code, say) ? readFinding(todo, code, say) : null;
  if (found === null) return null;
  const finding = { ...found, ...given({ sourceId: sourceIdOf(todo) }) };
  const { plan, ...notes } = readPlanNotes(todo, say);
  // Where nobody planned, the file holds what the finding says anyway.
  const planned = plan !== undefined && !isDeepStrictEqual(own(todo, 'plan'), planWithoutPlanner(finding));
  return {
    finding,
    notes: { clarifications: readClarifications(own(todo, 'clarifications'), say), ...notes, ...(planned && { plan }) },
  };
};

const isAbout = (todo: unknown, code: string, say: Say): boolean => {
  const named = firstText(todo, ['issue_code']);
  if (named === undefined || named.toLowerCase() === code.toLowerCase()) return true;
  say(
    `it is about ${JSON.stringify(cleanText(named, 100))}, but the master_todo names it for ${code}: make ` +
      '"issue_code" and "code" the same',
  );
  return false;
};

const readFinding = (todo: unknown, code: string, say: Say): Finding | DraftFinding | null => {
  const whole = own(todo, 'finding');
  if (whole === undefined || whole === null) return draftOf(todo, code, say);
  const parsed = Finding.safeParse(whole);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    say(
      `"finding" is not as it was written (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}): what ` +
        'stands beside it is taken',
    );
    return draftOf(todo, code, say);
  }
  return asEdited(parsed.data, todo, say);
};

/** What the seed's format has of a finding is enough. */
const draftOf = (todo: unknown, code: string, say: Say): DraftFinding | null => {
  const title = titleOf(todo, say);
  if (title === '') return null;
  const place = placeOf(statedPlace(todo), say);
  const severity = Severity.safeParse(own(todo, 'severity'));
  return place === null
    ? null
    : {
        code,
        severity: severity.data ?? 'medium',
        category: textOr(own(todo, 'category'), '', 200) || 'general',
        title,
        description: textOr(own(todo, 'description'), '', longestText) || title,
        ...place,
        ...suggestionIn(todo),
      };
};

const suggestionIn = (todo: unknown): { suggestion?: string } =>
  given({ suggestion: textOr(own(todo, 'suggestion'), '', longestText) || undefined });

/** Empty, with the reason said, where there is none. */
const titleOf = (todo: unknown, say: Say): string => {
  const title = cleanText(firstText(todo, ['title', 'description']) ?? '', longestTitle);
  if (title === '') say('it has no "title": say in a line what the problem is');
  return title;
};

const readClarifications = (value: unknown, say: Say): Clarification[] => {
  if (value !== undefined && value !== null && !Array.isArray(value)) say('"clarifications" is not a list: left out');
  return asArray(value)
    .slice(0, mostClarifications)
    .flatMap((entry, index) => readClarification(entry, index + 1, say));
};

const readClarification = (entry: unknown, n: number, say: Say): Clarification[] => {
  const question = textOr(own(entry, 'question'), '', longestText);
  const answer = textOr(own(entry, 'answer'), '', longestText);
  const saysNothing = question === '' && answer === '';
  if (saysNothing || !isObject(entry)) say(`clarification ${n} has neither question nor answer: left out`);
  if (saysNothing) return [];
  const context = textOr(own(entry, 'context'), '', longestText);
  const id = textOr(own(entry, 'question_id'), '', 300);
  return [{ question_id: id, question, answer, ...given({ context: context || undefined }) }];
};
