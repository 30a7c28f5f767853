/** Checks that are about something else than before: a copy in the test, a spy, a function put in its place. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Check, Unit } from '../model.ts';
import { tokensOf } from '../text/tokens.ts';

/** The names that are called in a text. */
const calledIn = (text: string): Set<string> => {
  const tokens = tokensOf(text);
  return new Set(
    tokens.filter(
      (token, place) => tokens[place + 1] === '(' && tokens[place - 1] !== 'function' && /^[\p{L}_$]/u.test(token),
    ),
  );
};

const doubles = pattern(
  '',
  /^(?:new\s+)?(?:Mockito\s*\.\s*)?/,
  anyOf(
    /spy|mock|spyk|mockk|createMock|createStub|createStubInstance|partialMock|instance_double/,
    /Mock[A-Z]\w*/,
    /Fake[A-Z]\w*/,
    /Stub[A-Z]\w*/,
    /fake[A-Z]\w*/,
    /stub[A-Z]\w*/,
    /Mock/,
  ),
  /\b(?=\s*(?:\(|<|::))/,
);

/** A name that a test gives another function. */
const isFunctionText = (value: string | null | undefined): boolean =>
  typeof value === 'string' && /^(?:func\b|function\b|lambda\b|\(?[\w, ]*\)?\s*=>|\|[^|]*\|)/.test(value);

const isDouble = (subject: string): boolean => doubles.test(subject.trim());

/** `after`: names of functions that the tests themselves declare now and did not before. */
export const isStandIn = (
  before: Check,
  after: Check,
  own: ReadonlyMap<string, Unit>,
  names: Unit['names'],
): boolean => {
  if (isDouble(after.subject) && !isDouble(before.subject)) return true;
  const was = calledIn(before.subject);
  const is = calledIn(after.subject);
  const isKept = [...was].every((name) => is.has(name));
  if ([...is].some((name) => (was.has(name) || !isKept) && isFunctionText(names.get(name)))) return true;
  return [...is].some((name) => {
    const helper = own.get(name);
    if (helper === undefined || helper.checks.length > 0) return false;
    if (was.has(name)) return true;
    return ![...was].some((each) => is.has(each) || helper.calls.has(each)) && was.size > 0;
  });
};
