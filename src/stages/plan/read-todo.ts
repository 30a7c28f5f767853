/** One fix_todo file as a person may have left it: a finding, and how it is to be fixed. */
import { isDeepStrictEqual } from 'node:util';
import { type DraftFinding, Finding, Severity } from '../../model/finding.ts';
import type { Clarification, TodoNotes } from '../../model/todo.ts';
import { given } from '../../plain/given.ts';
import { sourceIdOf } from '../../model/finding/source-id.ts';
import { readPlanNotes } from './read-notes.ts';
import { isInside, repoPath } from './repo-path.ts';
import { cleanText, textOr } from '../../plain/clean-text.ts';
import { asArray, firstText, isObject, own, type Say } from '../../plain/shape.ts';
import { planWithoutPlanner } from './todo-files.ts';
import { cutEnd } from '../../plain/cut.ts';

export type ReadTodo = { finding: Finding | DraftFinding; notes: TodoNotes };

const longestTitle = 500;
const longestText = 10_000;
const mostClarifications = 200;

/** Null, with the reason said, for what holds no finding. `code`: what the master calls it. */
export const readTodo = (todo: unknown, code: string, say: Say): ReadTodo | null => {
  const named = firstText(todo, ['issue_code']);
  if (named !== undefined && named.toLowerCase() !== code.toLowerCase()) {
    say(
      `it is about ${JSON.stringify(cleanText(named, 100))}, but the master_todo names it for ${code}: make ` +
        '"issue_code" and "code" the same',
    );
    return null;
  }
  const found = readFinding(todo, code, say);
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
  const place = placeOf(
    { file: parsed.data.file, line: parsed.data.line, ...statedPlace(todo) },
    say,
    parsed.data.file,
  );
  return place === null ? null : withEdits(parsed.data, textOr(own(todo, 'title'), '', longestTitle), place, say);
};

/** What the seed's format has of a finding is enough. */
const draftOf = (todo: unknown, code: string, say: Say): DraftFinding | null => {
  const title = cleanText(firstText(todo, ['title', 'description']) ?? '', longestTitle);
  if (title === '') {
    say('it has no "title": say in a line what the problem is');
    return null;
  }
  const place = placeOf(statedPlace(todo), say);
  const suggestion = textOr(own(todo, 'suggestion'), '', longestText);
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
        ...given({ suggestion: suggestion || undefined }),
      };
};

type Place = { file?: string; line?: number; endLine?: number };

/** What the file says beside the finding: `null` is said too, a missing key is not. */
const statedPlace = (todo: unknown): Record<string, unknown> =>
  given({ file: own(todo, 'file'), line: own(todo, 'line') });

/**
 * Null when it leads out of the repository: nothing may be fixed there. `known`: a path that was not written by hand.
 */
const placeOf = ({ file, line }: Record<string, unknown>, say: Say, known?: string): Place | null => {
  if (file === undefined || file === null || file === '') return {};
  const path = typeof file !== 'string' ? null : file === known && isInside(file) ? file : repoPath(file);
  if (path === null) {
    say(`"file" is ${cutEnd(JSON.stringify(file) ?? '', 200)}: give the path within the repository, or null`);
    return null;
  }
  return { file: path, ...linesOf(line, say) };
};

const linesOf = (line: unknown, say: Say): { line?: number; endLine?: number } => {
  if (line === undefined || line === null || line === '') return {};
  const [, first, last = first] =
    /^\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?$/.exec(typeof line === 'string' ? line : JSON.stringify(line)) ?? [];
  const [start, end] = [Number(first ?? 0), Number(last ?? 0)];
  if (start >= 1 && end >= start) return { line: start, ...(end > start && { endLine: end }) };
  say(`"line" is ${cutEnd(JSON.stringify(line) ?? '', 60)}, which is no line: the finding is kept without one`);
  return {};
};

/** What was edited beside the finding wins over it; what belonged to the old place goes with it. */
const withEdits = (finding: Finding, title: string, place: Place, say: Say): Finding => {
  const titled = { ...inside(finding, say), title: title === '' ? finding.title : title };
  if (place.file === finding.file && place.line === finding.line && place.endLine === undefined) return titled;
  const {
    file: _file,
    line: _line,
    endLine: _endLine,
    column: _column,
    endColumn: _endColumn,
    quote: _quote,
    anchor: _anchor,
    ...rest
  } = titled;
  const { edits, ...elsewhere } = rest;
  const kept = place.file === finding.file && edits !== undefined ? { ...elsewhere, edits } : elsewhere;
  return { ...kept, ...place };
};

/** Machine-made edits are applied without asking anybody: none that lead out of the repository. */
const inside = (finding: Finding, say: Say): Finding => {
  if ((finding.edits ?? []).every(({ file }) => isInside(file))) return finding;
  say('"finding.edits" names a file outside the repository: the edits are left out');
  const { edits: _, ...rest } = finding;
  return rest;
};

const readClarifications = (value: unknown, say: Say): Clarification[] => {
  if (value !== undefined && value !== null && !Array.isArray(value)) say('"clarifications" is not a list: left out');
  return asArray(value)
    .slice(0, mostClarifications)
    .flatMap((entry, index) => {
      const question = textOr(own(entry, 'question'), '', longestText);
      const answer = textOr(own(entry, 'answer'), '', longestText);
      if (!isObject(entry) || (question === '' && answer === ''))
        say(`clarification ${index + 1} has neither question nor answer: left out`);
      const context = textOr(own(entry, 'context'), '', longestText);
      return question === '' && answer === ''
        ? []
        : [
            {
              question_id: textOr(own(entry, 'question_id'), '', 300),
              question,
              answer,
              ...given({ context: context || undefined }),
            },
          ];
    });
};
