/** Reads how a finding is to be fixed, as planners and people write it: nested or flat, with more or less care. */
import type { TodoNotes, TodoPlan } from '../../model/todo.ts';
import { cutEnd } from '../../plain/cut.ts';
import { given } from '../../plain/given.ts';
import { cleanText, textOr } from '../../plain/clean-text.ts';
import { asArray, firstText, isObject, own, type Say } from '../../plain/shape.ts';

export type PlanNotes = Pick<TodoNotes, 'related_files' | 'existing_patterns' | 'plan'>;

const mostEntries = 50;
const longestEntry = 2_000;
const longestPath = 1_000;
const mostLines = 1_000_000;

/** `value`: an issue of a master_todo, or a fix_todo. */
export const readPlanNotes = (value: unknown, say: Say): PlanNotes => {
  const places = [value, own(value, 'todo'), own(value, 'context'), own(own(value, 'todo'), 'context')];
  const pick = (key: string): unknown =>
    places.map((place) => own(place, key)).find((found) => found !== undefined && found !== null);
  const plan = readPlan(pick('plan') ?? flatPlan(pick), say);
  return {
    related_files: readRelated(pick('related_files'), say),
    existing_patterns: readTexts(pick('existing_patterns'), 'existing_patterns', say),
    ...given({ plan }),
  };
};

/** A plan without anything in it is none: nobody planned more than the order. */
export const isEmptyPlan = (plan: TodoPlan): boolean =>
  plan.approach === 'patch' &&
  plan.steps.length === 0 &&
  plan.estimated_lines_changed === 0 &&
  plan.risks.length === 0 &&
  plan.verification === '';

const flatPlan = (pick: (key: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    ['approach', 'steps', 'estimated_lines_changed', 'risks', 'verification'].map((key) => [key, pick(key)]),
  );

const readPlan = (value: unknown, say: Say): TodoPlan | undefined => {
  const given = typeof value === 'string' || Array.isArray(value) ? { steps: value } : value;
  if (!isObject(given)) {
    say('"plan" is not an object: left out');
    return undefined;
  }
  const plan = {
    approach: readApproach(given['approach'], say),
    steps: readTexts(given['steps'], 'plan.steps', say),
    estimated_lines_changed: readLines(given['estimated_lines_changed'], say),
    risks: readTexts(given['risks'], 'plan.risks', say),
    verification: readVerification(given['verification']),
  };
  return isEmptyPlan(plan) ? undefined : plan;
};

const readApproach = (value: unknown, say: Say): TodoPlan['approach'] => {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (word === 'patch' || word === 'refactor' || word === 'rewrite') return word;
  if (value !== undefined && value !== null) {
    say(`the approach ${cutEnd(JSON.stringify(value) ?? '', 60)} is none of patch, refactor, rewrite: taken as patch`);
  }
  return 'patch';
};

const readLines = (value: unknown, say: Say): number => {
  if (value === undefined || value === null) return 0;
  const lines = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof lines === 'number' && lines >= 0 && lines <= mostLines) return Math.round(lines);
  say(`estimated_lines_changed is not a number of lines: taken as 0`);
  return 0;
};

const readVerification = (value: unknown): string => {
  const texts = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [value];
  return texts
    .map((each) => textOr(each, '', longestEntry))
    .filter(Boolean)
    .join('\n');
};

const readTexts = (value: unknown, key: string, say: Say): string[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) && typeof value !== 'string') say(`"${key}" is not a list of texts: left out`);
  const entries = typeof value === 'string' ? [value] : asArray(value);
  const texts = entries.flatMap((entry) => {
    const text =
      typeof entry === 'string'
        ? entry
        : firstText(entry, ['description', 'text', 'step', 'action', 'pattern', 'risk']);
    if (text === undefined) say(`an entry of "${key}" is not a text: left out`);
    const clean = cleanText(text ?? '', longestEntry);
    return clean === '' ? [] : [clean];
  });
  return limited(texts, key, say);
};

const readRelated = (value: unknown, say: Say): { path: string; reason: string }[] => {
  if (value !== undefined && value !== null && !Array.isArray(value)) say('"related_files" is not a list: left out');
  const files = asArray(value).flatMap((entry) => {
    const path = typeof entry === 'string' ? entry : firstText(entry, ['path', 'file']);
    if (path === undefined || path.trim() === '') say('an entry of "related_files" has no path: left out');
    const clean = cleanText(path ?? '', longestPath);
    return clean === '' ? [] : [{ path: clean, reason: textOr(own(entry, 'reason'), '', longestEntry) }];
  });
  return limited(files, 'related_files', say);
};

const limited = <Entry>(entries: Entry[], key: string, say: Say): Entry[] => {
  if (entries.length > mostEntries)
    say(`"${key}" has ${entries.length} entries: those behind the first ${mostEntries} are left out`);
  return entries.slice(0, mostEntries);
};
