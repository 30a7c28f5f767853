/** Weak reasons not to fix, in any words. */
import { describe, expect, it } from 'vitest';
import { weakJustifications } from '../../../config/sections/proving.ts';
import { justificationRules, weakReason } from './justification.ts';

const noReason = 'no reason given';

const phrases: readonly string[] = weakJustifications;
const weak = (explanation: string): string | null => weakReason(explanation, phrases);

/** By the phrase that they come down to. */
const rewordings: Readonly<Record<(typeof weakJustifications)[number], readonly string[]>> = {
  'unrelated to the current changes': [
    'This finding is unrelated to my changes.',
    'It has nothing to do with this change.',
    'Not related to the current PR, skipping.',
    "The problem isn't related to the diff under review.",
    'This is not connected to the changes at hand',
    'irrelevant for this pull request',
    'The warning has no relation to what the commit changed, the commit is about logging',
    'It does not concern this change.',
    'The issue is unrelated to what I was asked to do',
    'This code is not part of this diff.',
  ],
  'would take too long': [
    'Fixing this would take too long.',
    'That would need too much time.',
    'This is time-consuming.',
    'It would require a lot of time to do right.',
    "I don't have the time to fix all callers.",
    'There is not enough time for this.',
    'The fix would take several days.',
    'Too much work for now.',
    'Requires more effort than available',
    'I ran out of time.',
    'Correcting every call would take very long',
  ],
  'takes too long': [
    'It takes too long.',
    'This takes too long to fix.',
    'Refactoring all of it simply takes too long',
    'Deferred: takes too long for a single run',
    'The change takes too long, sorry',
    'That takes too long to do properly.',
  ],
  'out of scope': [
    'This goes beyond the scope of this PR.',
    'Not within scope.',
    'This is outside the scope of the task.',
    'It is outside of the current scope',
    "That isn't in scope here.",
    'It exceeds the scope of this review.',
    'Fixing the type would be out-of-scope.',
    'This falls outside my remit.',
    'This would be scope creep.',
    'The issue lies outside the changes of this PR',
    'I consider this to be out of scope',
    'I did not fix this as it is out of scope.',
    'I could not because it is out of scope',
    'Out of scope, and I see no other way.',
  ],
  'pre-existing issue': [
    'The issue existed before.',
    'This is a legacy problem that was already there.',
    'A preexisting problem.',
    'It was there before my edit',
    'The bug has been there for years.',
    'It already existed in the code.',
    'This problem predates this branch.',
    'This is not a new issue.',
    'a long-standing bug',
    "it's pre existing",
    'The violation was already present.',
    'The code was like this before',
    "it's a known issue that has existed for a long time",
  ],
  'requires significant refactoring': [
    'Needs a major rewrite.',
    'This needs a large refactor.',
    'It would require extensive restructuring of the module.',
    'A big refactoring would be needed.',
    "Can't be done without a complete redesign.",
    'We would have to rewrite half of the parser.',
    'That means a substantial overhaul',
    'The refactoring would be too large.',
    'This involves re-factoring three classes.',
    'This requires significant changes.',
  ],
  "don't have enough context": [
    'Insufficient context.',
    'I lack the context.',
    'I do not have sufficient context to fix this.',
    'There is not enough information here.',
    'More context is needed.',
    'I would need more context about the module.',
    'I am not familiar with this codebase.',
    "I don't understand the code well enough.",
    'Due to a lack of context I leave it.',
    'Hard to say without more context.',
    'Limited context',
    'dont have enough knowledge of the system',
  ],
  'too complex': [
    'Overly complicated.',
    'This is too complicated.',
    'The fix is very complex.',
    'It is too hard to fix.',
    'The function is too complex to change safely.',
    'This is prohibitively difficult.',
    'Because of its complexity I left it.',
    'It cannot easily be fixed.',
    'The change is non-trivial.',
    'too complex for now',
    'That is not easy.',
    'Too risky and complex to change here',
    'Complex change, deferred',
    'The issue is more complex than it looks',
  ],
  'should be done in a separate PR': [
    'Better handled in a follow-up PR.',
    'Better handled in a follow-up ticket.',
    'It belongs in another pull request.',
    'This deserves its own PR.',
    'Should be addressed in a different merge request.',
    'Leave this for later.',
    'This can be fixed in a future change.',
    'I suggest a follow-up.',
    'Should be tracked as a separate issue',
    'This should be handled separately.',
    'It does not belong in this PR.',
    'Postponed to the next sprint.',
    'Deferred to keep this PR small',
  ],
  'not my change': [
    'I did not write this code.',
    'Not introduced by this change.',
    "It wasn't caused by my changes.",
    'This is not my code.',
    "That's someone else's code.",
    'It was written by somebody else.',
    'My changes did not introduce it.',
    "Not my problem, it's in the parser.",
    'I never introduced this.',
    'None of my edits touch this line.',
    'This code belongs to another team.',
    'It is not our responsibility',
    "This isn't something I changed",
  ],
};

describe('4.5 weak reasons are recognised', () => {
  it.each(phrases)('as they stand in the list: %s', (phrase) => {
    expect(weak(phrase)).toBe(phrase);
    expect(weak(`Blocked: ${phrase.toUpperCase()}!`)).toBe(phrase);
    expect(weak(`I leave it as it is, this is ${phrase}.`)).toBe(phrase);
  });

  it.each(Object.entries(rewordings).flatMap(([phrase, texts]) => texts.map((text) => [text, phrase])))(
    'reworded: %s',
    (text, phrase) => {
      expect(weak(text)).toBe(phrase);
    },
  );

  it('each of the list in at least six other ways', () => {
    for (const phrase of weakJustifications) expect(rewordings[phrase].length).toBeGreaterThanOrEqual(6);
  });

  it.each([
    'This is unrelated to my changes and too complex.',
    'I looked at it for a while. The parser calls it twice. It is out of scope.',
    '- out of scope\n- see the other finding',
    'Out of scope (the module is large)',
    'OUT OF SCOPE',
    'This is not only out of scope but also too complex',
    'There is no file missing; it is just too complex.',
    'If the file is missing I cannot know. This is out of scope.',
    'It does not need a decision by a person; it is simply out of scope.',
  ])('in the middle of other words: %s', (text) => {
    expect(weak(text)).not.toBeNull();
  });

  it.each([
    '',
    '   ',
    '\n',
    '-',
    '…',
    'n/a',
    'N/A.',
    'None',
    'blocked',
    'Deferred.',
    'Cannot fix this.',
    "Won't fix",
    'no reason given',
    'TODO',
  ])('and so is no reason at all: %j', (text) => {
    expect(weak(text)).toBe(noReason);
    expect(weakReason(text, [])).toBe(noReason);
  });
});

describe('4.5 the list is configuration', () => {
  it('what is taken out of it is weak no longer, in any wording', () => {
    const without = phrases.filter((phrase) => phrase !== 'out of scope');
    expect(weakReason('This goes beyond the scope of this PR.', without)).toBeNull();
    expect(weakReason('This is too complex.', [])).toBeNull();
    expect(weakReason('It takes too long.', ['would take too long'])).toBe('would take too long');
  });

  it.each([
    ['We will do it next sprint', 'It is Friday. We will simply do it in the next sprint.'],
    ['wait for the rewrite', 'Waiting for the great rewrite.'],
    ["it's Friday", 'as it is a Friday'],
    ['works on my machine', 'WORKED on my machine!'],
    ['Out of Scope', 'this is beyond the scope of the task'],
  ])('and what is added is found by its words: %s', (phrase, text) => {
    expect(weakReason(text, [...phrases, phrase].slice(-1))).toBe(phrase);
  });

  it.each([
    ['works on my machine', 'It does not work on my machine'],
    ['works on my machine', 'It works but not on my machine'],
    ['works on my machine', 'My machine works on it'],
    ['works on my machine', 'It works. On my way to the machine room I found the cause, half is done'],
    ['works on my machine', 'It works in some way or other on my machine'],
    ['wait for the rewrite', 'Not waiting for the rewrite, half is done'],
    ['!!!', 'Half of it is done!!!'],
  ])('but not in another order, denied, or far apart: %s', (phrase, text) => {
    expect(weakReason(text, [phrase])).toBeNull();
  });

  it('a good reason stands also beside what was added', () => {
    expect(weakReason('Works on my machine, and the API key is missing', ['works on my machine'])).toBeNull();
  });
});

describe('4.5 hostile explanations', () => {
  it.each([
    ['one word without end', 'a'.repeat(1_000_000)],
    ['words that begin a pattern again and again', 'not not '.repeat(100_000)],
    ['a word of which a phrase is full', 'take '.repeat(10) + 'not '.repeat(100_000)],
    ['marks only', `${'\u0000'.repeat(1_000)}${'`'.repeat(100_000)}`],
    ['quotes without end', `'${"n't".repeat(50_000)}`],
  ])('%s', (_, text) => {
    const result = weakReason(text, [...phrases, 'take '.repeat(1_000)]);
    expect([null, noReason]).toContain(result);
  });

  it('names that objects have by themselves', () => {
    expect(weakReason('constructor toString __proto__ hasOwnProperty', [...phrases, 'constructor', '__proto__'])).toBe(
      'constructor',
    );
  });
});

describe('4.5 what a fixer is told', () => {
  it('is generated from the list', () => {
    expect(justificationRules(['too late', 'too early'])).toBe(
      'Good reasons: credentials that are not there; a decision about behaviour that a person has to take; a missing file; ' +
        'a breaking change of an interface with unclear intent; a dependency that is missing or would have to change; an architectural constraint. ' +
        'Not reasons, in these or in other words: "too late", "too early".',
    );
    for (const phrase of phrases) expect(justificationRules(phrases)).toContain(`"${phrase}"`);
    expect(justificationRules([])).not.toContain('Not reasons');
  });
});
