/** Findings which say that tests hold the fault, and have to follow the code. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Asking } from '../../../model/patch.ts';

const tests = anyOf(
  /tests?|specs?|test cases?|unit tests?/,
  /test_\w+|\w+_(?:test|spec)|\w*(?:Test|Tests|Spec)/,
  /[\w./-]+[._](?:test|spec)\.\w+|test_\w+\.py/,
  /golden(?: files?)?|snapshots?|fixtures?|baselines?|approved \w+|expectations?|recorded \w+/,
);

const said = pattern(
  'i',
  anyOf(
    pattern(
      '',
      /\b(?:golden|snapshots?|fixtures?|recorded|baselines?|approved|expectations?)\b/,
      /(?:[^.\n]|\.(?=\w)){0,80}\b/,
      anyOf(
        /bug|wrong|stale|outdated|update\w*|regenerate\w*|recorded|adapt\w*|change\w*|follow\w*/,
        /as well|too|also/,
      ),
      /\b/,
    ),
    pattern('', /\b(?:update|regenerate|adapt|record|adjust|correct)\w*\b(?:[^.\n]|\.(?=\w)){0,60}\b/, tests, /\b/),
    pattern(
      '',
      /\b/,
      tests,
      /\b(?:[^.\n]|\.(?=\w)){0,40}\b(?:pins?|pinned|asserts?|expects?|encodes?|enshrines?|documents?|holds?)\b/,
      /(?:[^.\n]|\.(?=\w)){0,40}\b/,
      anyOf(/old|wrong|bug\w*|fault\w*|incorrect|outdated|previous|former|current|mistake\w*/),
      /\b/,
    ),
    pattern(
      '',
      /\b/,
      tests,
      /\b(?:[^.\n]|\.(?=\w)){0,60}\b(?:must|has to|have to|should|needs? to|will) (?:also )?(?:be )?/,
      anyOf(/change|follow|correct|adapt|adjust|updat/),
    ),
    /\b(?:also|too|and) in [\w./-]+\.\w+/,
    /\bcode and (?:the |its )?tests?\b/,
    /\b(?:compare|use|check|assert|name|write)\w*\b(?:[^.\n]|\.(?=\w)){0,40}\bin (?:the|its|both) tests?\b(?!\/|\.\w)/,
  ),
);

const denied =
  /\b(?:do not|don't|must not|never|without|rather than|instead of) (?:\w+ ){0,2}?(?:updat|chang|adapt|edit)\w*/i;

/** A finding that says that what tests compare with was recorded with the fault. */
export const saysRecorded = (findings: readonly Asking[]): boolean =>
  findings.some(({ title, description, suggestion = '' }) => {
    const text = `${title}\n${description}\n${suggestion}`.slice(0, 10_000);
    return said.test(text) && !denied.test(text);
  });
