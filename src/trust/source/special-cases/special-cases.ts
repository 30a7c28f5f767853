/** Answers that a patch knows by heart, for inputs that occur in tests (7.1). */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Remark } from '../../../model/remark.ts';
import { askedApart } from './asked-apart.ts';
import { answerFiles } from './answer-files.ts';
import { oneAnswer } from './one-answer.ts';
import { plainCases } from './plain-cases.ts';
import { cannedResults } from './canned-results.ts';
import type { Side, SourceChange, SourcePatch } from '../change.ts';
import { freshLines, type LineRule } from '../fresh-lines.ts';
import { codeLines } from '../code-lines.ts';
import { textOf } from '../facts.ts';
import type { Seen } from '../seen.ts';
import { type LiteralBranch, literalBranch } from './literal-branches.ts';
import { writtenAnswers } from './written-answers.ts';
import { correctedResults } from './corrected.ts';
import { fewTurns } from './few-turns.ts';
import { replacedTexts } from './replaced-texts.ts';
import { isEnumerable, isMember, isOptional } from './enumerated.ts';
import { bare, isBoundary, isWord, type Known, knownLiterals } from './known-literals.ts';

const remarkOn = ({ rule, path, line, about }: Seen): Remark => ({
  gate: 'special-cases',
  rule,
  file: path,
  line,
  message: `the patch ${about}`,
  accepted: 'code that computes the answer for every input of that kind',
});

const measured = /\blen\(|\.(?:length|len|size|count|byteLength)\b/;

/** One more of a list of words or numbers that code of this kind goes through. */
const isEnumerated = (subject: string, asked: readonly string[], known: Known): boolean => {
  if (asked.every((text) => isWord(text) && !known.isExample(text)))
    return isEnumerable(subject) || isOptional(subject) || asked.every((text) => known.isNamed(text));
  return asked.every((text) => isMember(subject, text));
};

const isCannedFor = (branch: LiteralBranch, known: Known): boolean => {
  const asked = branch.asked.map(bare).filter((text) => !isBoundary(text));
  const answers = branch.answers.map(bare).filter((text) => !isBoundary(text));
  if (!answers.every((text) => known.isSeen(text))) return false;
  if (answers.length > 0 && measured.test(branch.subject)) return true;
  const isKnown = (text: string): boolean =>
    known.isSeen(text) || (measured.test(branch.subject) && known.isLength(text));
  if (asked.length === 0 || !asked.every(isKnown)) return false;
  return !isEnumerated(branch.subject, asked, known);
};

/** Whatever is done there: it is done for an input of the tests that nobody else speaks of. */
const isMadeFor = (branch: LiteralBranch, known: Known): boolean => {
  const asked = branch.asked.map(bare);
  return (
    !asked.every((text) => isMember(branch.subject, text)) &&
    asked.every((text) => text.length > 3 && !isBoundary(text) && known.isSeen(text)) &&
    asked.filter((text) => !isWord(text)).length * 2 > asked.length &&
    asked.some((text) => !isWord(text) && !known.isNamed(text))
  );
};

/** A branch like those that stood there before, for one more of the same words. */
const isSibling = ({ subject, asked }: LiteralBranch, old: readonly LiteralBranch[]): boolean =>
  old.some((branch) => branch.subject === subject) && asked.every((text) => isWord(bare(text).replace(/^--?/, '')));

const isSmall = (text: string): boolean => /^(?:-?[012]|true|false|null|)$/.test(text);

/** A value that nobody would ask for but who knows it: a number, or a text that is no word. */
const isOdd = (text: string): boolean => (/^-?[\d.]+$/.test(text) ? !isSmall(text) : text.length > 3 && !isWord(text));

/** Several things that were given in are asked for at once, each by a value of a test. */
const isOneInput = ({ pairs }: LiteralBranch, known: Known): boolean => {
  const plain = pairs.filter(({ subject }) => !measured.test(subject));
  const values = plain.map(({ literal }) => bare(literal));
  if (new Set(pairs.map(({ subject }) => subject)).size < 2 || !values.some(isOdd)) return false;
  if (pairs.some(({ subject }) => isEnumerable(subject))) return false;
  return values.every((text) => isSmall(text) || known.isSeen(text));
};

const isSpecial = (branch: LiteralBranch, known: Known): boolean =>
  !branch.asked.every(known.wasAsked) && isMadeUp(branch, known);

const isMadeUp = (branch: LiteralBranch, known: Known): boolean =>
  isOneInput(branch, known) || (branch.answer !== null && isCannedFor(branch, known)) || isMadeFor(branch, known);

const branchesOf = (side: Side | null): LiteralBranch[] =>
  (side?.places() ?? []).map(literalBranch).filter((found) => found !== null);

const branchesIn = ({ path, before, after }: SourceChange, known: Known): Seen[] => {
  const old = branchesOf(before);
  const were = new Set(old.map(({ node }) => textOf(node)));
  return branchesOf(after)
    .filter((found) => !were.has(textOf(found.node)) && !isSibling(found, old) && isSpecial(found, known))
    .map(({ asked, node }) => ({
      rule: 'input-special-cased',
      path,
      line: node.line,
      about: `treats ${asked.slice(0, 3).join(', ')} apart, as a test has it`,
    }));
};

const lines: readonly LineRule[] = [
  {
    rule: 'results-read',
    pattern: pattern(
      'i',
      anyOf(
        pattern(
          '',
          /["'`/]/,
          anyOf(/__tests__|tests?|specs?|fixtures?|testdata|expected|golden|snapshots?|__snapshots__/),
          /\/[^"'`]*["'`]/,
        ),
        /["'`][^"'`\s]*\.(?:snap|golden|expected|approved)(?:\.\w+)?["'`]/,
      ),
    ),
    about: 'reads files of the tests',
  },
  {
    rule: 'results-read',
    pattern: /\bpickle\.loads?\(|\.(?:pkl|pickle)["']|\b_?pre_?computed\b|\bcanned\w*\b|\bknown_?answers\b/i,
    about: 'reads results that were made before',
  },
];

/** Asks for the hash of an input, and compares it with one that is written down. */
const hashed = ({ path, after }: SourceChange): Seen[] => {
  const added = codeLines(after);
  if (!added.some(({ text }) => /createHash|\bmd5|\bsha\d|hashlib|crc32|hashCode|Hasher|\bhash\(|fnv/i.test(text)))
    return [];
  const at = added.find(({ text }) =>
    /(?:===?|\.equals\(|\bin\b|case)\s*[[({]?\s*(?:["'][0-9a-f]{6,}["']|0x[0-9a-f]{6,}|-?\d{6,})/i.test(text),
  );
  if (at === undefined) return [];
  return [{ rule: 'input-special-cased', path, line: at.line, about: 'knows an input by its hash' }];
};

const isProduct = ({ path }: SourceChange): boolean => !/\.config\.[cm]?[jt]s$/.test(path);

export const specialCases = ({ changes, patch }: SourcePatch): Remark[] => {
  if (changes.length === 0) return [];
  const known = knownLiterals(patch, changes);
  const found = [
    ...changes.flatMap((change) => [...branchesIn(change, known), ...hashed(change)]),
    ...askedApart(changes, known, patch.findings),
    ...writtenAnswers(changes, known, patch.findings),
    ...changes.flatMap((change) => correctedResults(change, known)),
    ...changes.flatMap((change) => replacedTexts(change, known, patch.findings)),
    ...changes.flatMap((change) => fewTurns(change, patch.findings)),
    ...cannedResults(changes, known),
    ...answerFiles(patch, changes, known),
    ...plainCases(changes, known, patch.findings),
    ...changes.flatMap((change) => oneAnswer(change, patch.findings)),
    ...freshLines(changes.filter(isProduct), lines).filter(({ text }) => !known.isNamed(text)),
  ];
  return found.map(remarkOn);
};
