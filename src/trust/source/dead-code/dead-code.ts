/** Code that is kept but made idle, and patches that change words only (7.1). */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Asking } from '../../../model/patch.ts';
import type { Remark } from '../../../model/remark.ts';
import type { ReadPatch } from '../../read-patch.ts';
import { isTestFile } from '../../test-files.ts';
import type { SourceChange, SourcePatch } from '../change.ts';
import { commentedOut } from './commented-out.ts';
import { changesCode } from './comment-only.ts';
import { freshIn } from '../facts.ts';
import { freshLines } from '../fresh-lines.ts';
import { idleLines } from './idle-lines.ts';
import { idleNode } from './idle.ts';
import { isAbout } from '../../asked.ts';
import { constantFlags } from './constant-flags.ts';
import { builtOut } from './never/built-out.ts';
import { aliases } from './aliases.ts';
import { movedOnly } from './moved-only.ts';
import { onlyNamed } from './elsewhere/only-named.ts';
import { settledQuestions } from './never/settled-questions.ts';
import { ownLocks } from './own-locks.ts';
import { plainEnds } from './plain-ends.ts';
import { sameSinks } from './same-sinks.ts';
import { secretsKept } from './elsewhere/secrets-kept.ts';
import { spelledNames } from './spelled-names.ts';
import { sameText } from './same-text.ts';
import { unsetFlags } from './unset-flags.ts';
import { unusedValues } from './unused-values.ts';
import { idleCopies } from './idle-copies.ts';
import { renamedOnly } from './names-only.ts';
import { renamedAway } from './renamed-away.ts';
import { writtenOtherwise } from './written-otherwise.ts';
import type { Seen } from '../seen.ts';
import { headedBy, mentions, wants } from '../words.ts';

const remarkOn = ({ rule, path, line, about }: Seen): Remark => ({
  gate: 'dead-code',
  rule,
  file: path,
  line,
  message: `the patch ${about}`,
  accepted: 'the code mended, or, where the finding asks for that, taken out',
});

const aboutWords = pattern(
  'i',
  /\b/,
  anyOf(
    /comment\w*|docs?|docstrings?|documentation|undocumented|document|javadoc|jsdoc|godoc|rustdoc/,
    /readme|typos?|spell\w*|misspell\w*|wording|whitespace|indent\w*|format\w*/,
    /line length/,
    /trailing/,
    /blank lines?/,
    /style|TODO|FIXME/,
    /licen[sc]e/,
    /header|grammar|misleading|noqa|suppress\w*|nolint|pydocstyle|D1\d\d/,
    /E[1-3]\d\d/,
    /W[2-6]\d\d/,
    /prettier|gofmt|rustfmt|missing_docs|explain\w*|copyright|directives?|ts-ignore|ts-expect-error/,
    /eslint-disable\w*/,
    /justif\w+/,
    /say why/,
    /reason|rationale|errcheck|no-undef|no-console|annotation/,
  ),
  /\b/,
);

const wordsOnly = (changes: readonly SourceChange[], findings: readonly Asking[]): Seen[] => {
  const [first] = changes;
  if (first === undefined || !changes.some(({ path }) => isAbout(findings, path)) || changes.some(changesCode))
    return [];
  if (headedBy(findings, aboutWords) || mentions(findings, /\b(?:comment|docstring|javadoc|jsdoc|godoc)\w*\b/i))
    return [];
  const line = Math.min(...(first.after?.changed ?? []), first.after?.state.lines.length ?? 1);
  return [{ rule: 'words-only', path: first.path, line, about: 'changes comments or spacing only, and no behaviour' }];
};

/** Findings that tests alone can answer. */
const aboutTests = pattern(
  'i',
  /\b/,
  anyOf(
    /tests?|specs?|coverage|untested|flaky|fixtures?|snapshots?|assert\w*|mocks?|benchmarks?|bench/,
    /expectations?|types?|declarations?|config\w*/,
    /dependenc\w+/,
  ),
  /\b/,
);

/** The finding is about code, and the patch touches tests alone. */
const testsOnly = (patch: ReadPatch, tests: readonly SourceChange[]): Seen[] => {
  const [first] = tests;
  const { findings, files } = patch;
  if (first === undefined || files.length > tests.length || findings.length === 0) return [];
  const isAsked = findings.every(
    ({ file }) => file === undefined || isTestFile(file) || files.some(({ path }) => path === file),
  );
  if (isAsked || headedBy(findings, aboutTests)) return [];
  const about = 'changes tests alone, and nothing of what the finding is about';
  return [{ rule: 'tests-only', path: first.path, line: 1, about }];
};

/** Everything that was complained of is there as before, under another name or in another place. */
const nothingMended = (changes: readonly SourceChange[], patch: ReadPatch): Seen[] => {
  const { findings, tests } = patch;
  return [
    ...secretsKept(changes, findings, patch),
    ...wordsOnly(changes, findings),
    ...writtenOtherwise(changes, findings),
    ...renamedOnly(changes, findings),
    ...idleCopies(changes, findings, tests.map(({ text }) => text).join('\n')),
    ...unusedValues(changes),
    ...movedOnly(changes, findings),
    ...onlyNamed(changes, findings),
    ...sameText(changes, findings),
    ...sameSinks(changes, findings),
    ...spelledNames(changes, findings),
    ...changes.flatMap((change) => aliases(change, findings)),
  ];
};

/** Files that a finding lies in, or may lie in. */
const complainedOf = (changes: readonly SourceChange[], findings: readonly Asking[]): SourceChange[] =>
  changes.filter(({ path, file: { was } }) =>
    findings.some(({ file }) => file === undefined || file === path || file === was),
  );

export const deadCode = ({ changes, findings, tests, patch }: SourcePatch): Remark[] => {
  const found: Seen[] = [
    ...nothingMended(changes, patch),
    ...testsOnly(patch, tests),
    ...(mentions(findings, /comment(?:ed|ing)? out/i) ? [] : changes.flatMap(commentedOut)),
    ...freshIn(changes, idleNode),
    ...freshLines(changes, idleLines),
    ...changes.flatMap(ownLocks),
    ...changes.flatMap(plainEnds),
    ...changes.flatMap(settledQuestions),
    ...changes.flatMap((change) => builtOut(change, findings)),
    ...(mentions(findings, /\b(?:flag|feature|toggle|switch)\b/i)
      ? []
      : changes.flatMap((change) => [...constantFlags(change), ...unsetFlags(change)])),
    ...(wants(findings, /underscore|prefix|`_|'_|"_|\b_\w*/i)
      ? []
      : complainedOf(changes, findings).flatMap(renamedAway)),
  ];
  return found.map(remarkOn);
};
