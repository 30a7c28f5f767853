/** Code that is kept but made idle, and patches that change words only (7.1). */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Asking } from '../../../model/patch.ts';
import type { Remark } from '../../../model/remark.ts';
import type { ReadPatch } from '../../read-patch.ts';
import { isTestFile } from '../../test-files.ts';
import type { SourceChange, SourcePatch } from '../change.ts';
import { commentedOut } from './commented-out.ts';
import { freshIn } from '../facts.ts';
import { freshLines } from '../fresh-lines.ts';
import { idleLines } from './idle-lines.ts';
import { idleNode } from './idle.ts';
import { constantFlags } from './constant-flags.ts';
import { builtOut } from './never/built-out.ts';
import { aliases } from './aliases.ts';
import { movedOnly } from './moved-only.ts';
import { onlyNamed } from './elsewhere/only-named.ts';
import { impossibleValues } from './never/impossible-values.ts';
import { lateGuards } from './never/late-guards.ts';
import { settledQuestions } from './never/settled-questions.ts';
import { ownLocks } from './own-locks.ts';
import { plainEnds } from './plain-ends.ts';
import { sameSinks } from './same-sinks.ts';
import { secretsKept } from './elsewhere/secrets-kept.ts';
import { spelledNames } from './spelled-names.ts';
import { sameText } from './same-text.ts';
import { uncalled } from './unused/uncalled.ts';
import { unsetFlags } from './unused/unset-flags.ts';
import { unusedValues } from './unused/unused-values.ts';
import { idleCopies } from './idle-copies.ts';
import { renamedOnly } from './names-only.ts';
import { renamedAway } from './renamed-away.ts';
import { wordsOnly } from './words-only.ts';
import { stillOpen } from './still-open/still-open.ts';
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
const nothingMended = ({ changes, patch, tests: testChanges }: SourcePatch): Seen[] => {
  const { findings, tests } = patch;
  return [
    ...secretsKept(changes, findings, patch),
    ...wordsOnly(changes, findings),
    ...writtenOtherwise(changes, findings),
    ...renamedOnly(changes, findings),
    ...idleCopies(changes, findings, tests.map(({ text }) => text).join('\n')),
    ...unusedValues(changes),
    ...uncalled(changes, patch),
    ...movedOnly(changes, findings),
    ...onlyNamed(changes, findings),
    ...sameText(changes, findings),
    ...sameSinks([...changes, ...complainedOf(testChanges, findings)], findings),
    ...stillOpen(changes, findings),
    ...spelledNames(changes, findings),
    ...changes.flatMap((change) => aliases(change, findings)),
  ];
};

/** Files that a finding lies in, or may lie in. */
const complainedOf = (changes: readonly SourceChange[], findings: readonly Asking[]): SourceChange[] =>
  changes.filter(({ path, file: { was } }) =>
    findings.some(({ file }) => file === undefined || file === path || file === was),
  );

export const deadCode = (source: SourcePatch): Remark[] => {
  const { changes, findings, tests, patch } = source;
  const found: Seen[] = [
    ...nothingMended(source),
    ...testsOnly(patch, tests),
    ...(mentions(findings, /comment(?:ed|ing)? out/i) ? [] : changes.flatMap(commentedOut)),
    ...freshIn(changes, idleNode),
    ...freshLines(changes, idleLines),
    ...changes.flatMap(ownLocks),
    ...changes.flatMap(plainEnds),
    ...changes.flatMap(settledQuestions),
    ...changes.flatMap(impossibleValues),
    ...changes.flatMap(lateGuards),
    ...changes.flatMap((change) => builtOut(change, findings)),
    ...(mentions(findings, /\b(?:flag|feature|toggle|switch)\b/i)
      ? []
      : changes.flatMap((change) => [...constantFlags(change), ...unsetFlags(change)])),
    ...(wants(findings, /underscore|prefix|`_|'_|"_|\b_\w*/i)
      ? []
      : complainedOf(changes, findings).flatMap((change) => renamedAway(change, findings))),
  ];
  return found.map(remarkOn);
};
