/** Tells an agent's answer from other JSON that it happened to print. */
import { isObject } from '../../plain/shape.ts';
import type { Role } from '../answer.ts';

type Shape = (value: unknown) => boolean;

const isListOf = (shape: Shape, value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(shape);
const isMapOf = (shape: Shape, value: Record<string, unknown>): boolean => {
  const values = Object.values(value);
  return values.length > 0 && values.every(shape);
};

const hasOutcome: Shape = (value) => isObject(value) && 'outcome' in value;

/** `{ outcomes: […] }`, a list of outcomes, or outcomes by finding. */
const fix: Shape = (value) =>
  isListOf(hasOutcome, value) || (isObject(value) && ('outcomes' in value || isMapOf(hasOutcome, value)));

const isFinding: Shape = (value) =>
  isObject(value) &&
  ['title', 'issue'].some((key) => key in value) &&
  ['severity', 'file', 'file_path'].some((key) => key in value);

/** Findings in a list or in groups, or a verdict. An empty list may be anything. */
const review: Shape = (value) =>
  isListOf(isFinding, value) ||
  (isObject(value) &&
    (['findings', 'issues', 'groups'].some((key) => Array.isArray(value[key])) ||
      typeof value['verdict'] === 'string'));

const clarify: Shape = (value) => isObject(value) && ('questions_by_issue' in value || 'ready_to_plan' in value);

const plan: Shape = (value) => isObject(value) && 'execution_steps' in value;

const hasScore: Shape = (value) => isObject(value) && 'score' in value;

/** `{ issues: … }` as a list or by finding, or scores without anything around them. */
const challenge: Shape = (value) =>
  isListOf(hasScore, value) || (isObject(value) && ('issues' in value || isMapOf(hasScore, value)));

const hasVerdict: Shape = (value) => isObject(value) && 'verdict' in value;

/** `{ rulings: … }` as a list or by finding, or rulings without anything around them. */
const adjudicate: Shape = (value) =>
  isListOf(hasVerdict, value) || (isObject(value) && ('rulings' in value || isMapOf(hasVerdict, value)));

const shapes: Readonly<Record<Role, Shape>> = { fix, review, clarify, plan, challenge, adjudicate };

export const looksLikeAnswer = (role: Role): Shape => shapes[role];
