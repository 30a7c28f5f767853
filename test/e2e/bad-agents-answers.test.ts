/**
 * Acceptance 4: whatever an agent answers, every finding gets a named result, and only proven changes count (1.3, 4.4,
 * 4.8).
 */
import { describe, expect, test } from 'vitest';
import { findingOf } from '../support/accounted.ts';
import { withoutGates } from '../support/without-gates.ts';
import { type BadCase, type BadRun, goodF1, inBothModes, runBadCase } from '../support/bad-agent.ts';

const said = ({ report }: BadRun): string =>
  report.problems.map(({ place, message }) => `${place}: ${message}`).join('\n');
const reason = ({ report }: BadRun): string => findingOf(report, 'F1').reason ?? '';

const readable: BadCase[] = (['file', 'stdout', 'fenced', 'prose', 'broken', 'array', 'by-id'] as const).map(
  (answer) => ({
    name: `as ${answer}`,
    step: { ...goodF1, call: { answer } },
    result: 'accepted',
  }),
);

/** Cut behind the outcome, it says all that is needed; cut before it, it says nothing. */
const cut: BadCase[] = [
  {
    name: 'cut in half on standard output',
    step: { ...goodF1, explanation: 'x'.repeat(400), call: { answer: 'cut' } },
    result: 'accepted',
  },
  {
    name: 'cut before the outcome',
    step: { ...goodF1, call: { answer: { text: '{"outcomes":[{"id":"F1","outco' } } },
    result: 'not-answered',
  },
  {
    name: 'cut in half in the answer file',
    step: {
      ...goodF1,
      run: `printf '%s' '{"outcomes":[{"id":"F1","outcome":"fixed","explanation":"I did' > "$FIXPOINT_ANSWER"`,
      call: { answer: 'none' },
    },
    result: 'accepted',
  },
  {
    name: 'fenced in the answer file',
    step: {
      ...goodF1,
      run: `printf '%s\\n' 'Here:' '\`\`\`json' '{"outcomes":[{"id":"F1","outcome":"fixed"}]}' '\`\`\`' > "$FIXPOINT_ANSWER"`,
      call: { answer: 'none' },
    },
    result: 'accepted',
  },
];

/** What is changed for one finding is judged even so (4.4). */
const unreadable: BadCase[] = [
  {
    name: 'nothing at all',
    step: { ...goodF1, call: { answer: { text: '' } } },
    result: 'accepted',
    also: (run) => expect(said(run)).toBe(''),
  },
  {
    name: 'only words',
    step: { ...goodF1, call: { answer: 'none' } },
    result: 'accepted',
    also: (run) => expect(said(run)).toMatch(/no answer/),
  },
  { name: 'an empty file', step: { ...goodF1, call: { answer: 'empty' } }, result: 'accepted' },
  {
    name: 'a link as its file',
    step: { ...goodF1, call: { answer: 'link' } },
    result: 'accepted',
    also: (run) => expect(said(run)).toMatch(/is a link/),
  },
  {
    name: 'a pipe as its file',
    step: { ...goodF1, call: { answer: 'fifo' } },
    result: 'accepted',
    also: (run) => expect(said(run)).toMatch(/not a regular file/),
  },
  {
    name: 'a folder as its file',
    step: { ...goodF1, call: { answer: 'folder' } },
    result: 'accepted',
    also: (run) => expect(said(run)).toMatch(/not a regular file/),
  },
  {
    name: 'a huge file',
    step: { ...goodF1, call: { answer: 'huge' } },
    result: 'accepted',
    also: (run) => expect(said(run)).toMatch(/bytes, more than/),
  },
  {
    name: 'JSON that is no answer',
    step: { ...goodF1, call: { answer: { text: '{"done": true}' } } },
    result: 'accepted',
  },
];

const ids: BadCase[] = [
  {
    name: 'with ids nobody asked about',
    step: { ...goodF1, call: { unknown: ['F999'] } },
    result: 'accepted',
    also: (run) => expect(said(run)).toMatch(/F999/),
  },
  {
    name: 'only with another id',
    step: { ...goodF1, as: 'X-1' },
    result: 'accepted',
    also: (run) => expect(said(run)).toMatch(/X-1/),
  },
  { name: 'without an id that was asked about', step: { ...goodF1, missing: true }, result: 'accepted' },
  { name: 'twice the same', step: { ...goodF1, twice: 'fixed' }, result: 'accepted' },
  {
    name: 'twice, fixed and blocked',
    step: { ...goodF1, twice: 'blocked' },
    result: 'no-change',
    reason: /blocked/,
    also: (run) => expect(said(run)).toMatch(/contradicts itself/),
  },
  {
    name: 'twice, blocked and deferred',
    step: { outcome: 'blocked', twice: 'deferred' },
    result: 'no-change',
    reason: /deferred/,
  },
  {
    name: 'with an outcome that there is not',
    step: { ...goodF1, outcome: 'perhaps' },
    result: 'not-answered',
    also: (run) => expect(said(run)).toMatch(/neither fixed/),
  },
];

const claims: BadCase[] = [
  { name: 'fixed, and changed nothing', step: {}, result: 'no-change', reason: /no changes applied/ },
  {
    name: 'fixed, and wrote the same again',
    step: { edits: [{ file: 'src/a.txt', write: 'bad a\n' }] },
    result: 'no-change',
    reason: /no changes applied/,
  },
  {
    name: 'fixed, and broke something',
    step: { edits: [{ file: 'src/a.txt', write: 'BROKEN\n' }] },
    result: 'refused',
    gate: 'verify',
    reason: /failed/,
  },
  {
    name: 'fixed, and deleted what is needed',
    step: { edits: [{ file: 'src/c.txt', delete: true }] },
    set: [...withoutGates],
    result: 'refused',
    gate: 'verify',
  },
  {
    name: 'blocked',
    step: { outcome: 'blocked', explanation: 'no credentials' },
    result: 'no-change',
    also: (run) => expect(reason(run)).toMatch(/no credentials/),
  },
  {
    name: 'deferred',
    step: { outcome: 'deferred', explanation: 'half of it' },
    result: 'no-change',
    reason: /half of it/,
  },
  {
    name: 'blocked, and left edits',
    step: { ...goodF1, outcome: 'blocked', explanation: 'cannot' },
    result: 'no-change',
    also: ({ report, sandbox }) => {
      expect(findingOf(report, 'F1').attempts[0]?.files.map(({ path }) => path)).toEqual(['src/a.txt']);
      expect(sandbox.git('show', `${report.head}:src/a.txt`)).toBe('bad a');
    },
  },
];

const others: BadCase[] = [
  {
    name: 'deletes the file',
    step: { edits: [{ file: 'src/a.txt', delete: true }] },
    result: 'accepted',
    also: ({ report }) =>
      expect(findingOf(report, 'F1').attempts[0]?.files).toEqual([
        { path: 'src/a.txt', change: 'deleted', added: 0, removed: 1 },
      ]),
  },
  {
    name: 'changes the file of another finding the same way',
    step: { edits: [...(goodF1.edits ?? []), { file: 'src/b.txt', find: 'bad', replace: 'good' }] },
    result: 'accepted',
    // Asked again, the fixer of F2 finds nothing to do, and says so.
    other: 'blocked',
    also: ({ report }) => {
      expect(
        findingOf(report, 'F1')
          .attempts.at(-1)
          ?.files.map(({ path }) => path),
      ).toEqual(['src/a.txt', 'src/b.txt']);
      expect(findingOf(report, 'F2').attempts.map(({ result }) => result)).toEqual(['conflict', 'no-change']);
    },
  },
  {
    name: 'adds files that nobody asked for',
    step: { edits: [...(goodF1.edits ?? []), { file: 'notes/new.md', write: 'why\n' }] },
    result: 'accepted',
    also: ({ report }) =>
      expect(findingOf(report, 'F1').attempts[0]?.files).toContainEqual({
        path: 'notes/new.md',
        change: 'added',
        added: 1,
        removed: 0,
      }),
  },
];

describe('an answer', () => {
  test.each([...readable, ...cut])('is read $name', runBadCase);
  test.each(inBothModes(unreadable))('4.4 that is $name leaves the change to be judged', runBadCase);
  test.each(inBothModes(ids))('is accounted for $name', runBadCase);
  test.each(inBothModes(claims))('is not believed: $name', runBadCase);
  test.each(inBothModes(others))('comes with a change that $name', runBadCase);
});
