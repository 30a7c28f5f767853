/**
 * Which new suppressions are no more than a note: those of named rules that have nothing to do with what was found, on
 * code that came with the patch, or where no finding lies. One at the finding, on its rule, or on the whole of its file
 * hides something.
 */
import type { Asking } from '../../model/patch.ts';
import { isRich } from '../extent.ts';
import type { ReadFile, ReadPatch } from '../read-patch.ts';
import { isTestFile } from '../test-files.ts';
import type { Suppression } from './find-suppressions.ts';
import { isNearFinding } from './near-finding.ts';

const withoutBlanks = (line: string): string => line.replaceAll(/\s+/g, '');

/** Whoever writes new code may say that it is not run, or laid out by hand; that hides no fault of it. */
const isAboutForm = ({ kind }: Suppression): boolean => /^(?:coverage|format|spelling|copies)$/.test(kind.family);

const isOfNamedRules = (each: Suppression): boolean =>
  each.kind.family !== 'security' && each.kind.family !== 'warnings' && (each.rules.length > 0 || isAboutForm(each));

const comment = /(?:#|\/\/|\/\*|<!--|--)(?!.*["'`][,;)\]]*$).*$/;

/** Lines that were anywhere before, with their comments and without: what moved is not new. */
export const linesBefore = ({ files }: ReadPatch): ReadonlySet<string> =>
  new Set(
    files.flatMap(({ before }) =>
      (before?.lines ?? []).map(withoutBlanks).flatMap((line) => [line, line.replace(comment, '')]),
    ),
  );

/** Brackets and the like are everywhere, and say nothing. */
const isOverNewCode = ({ about }: Suppression, known: ReadonlySet<string>): boolean =>
  about.length > 2 && !known.has(about) && !known.has(about.replace(comment, ''));

/** In a new file of tests, all that it is about is new. */
const isInNewTests = ({ file: path, rules }: Suppression, file: ReadFile | undefined): boolean =>
  file?.before === null && isTestFile(path) && rules.length > 0;

const idle = /^(?:no|not|on|off|the|and|line|next|lint|rule|rules|restricted|use|used|vars?|type|types|with)$/;

/** Words of the names of rules, such as “unwrap” of `clippy::unwrap_used`. */
const wordsOf = (rule: string): string[] =>
  rule
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 3 && !idle.test(word));

const textOf = ({ title, description, suggestion = '', rule = '' }: Asking): string =>
  `${title}\n${description}\n${suggestion}\n${rule}`.slice(0, 20_000).toLowerCase();

/** The finding is of one of these rules, or speaks of what they are about. */
const isOfFinding = ({ rules }: Suppression, finding: Asking): boolean => {
  const text = textOf(finding);
  if (rules.some((rule) => rule.length > 2 && text.includes(rule.toLowerCase()))) return true;
  const codes = rules.flatMap((rule) => rule.match(/\d{3,}/g) ?? []);
  if (codes.some((code) => finding.rule?.includes(code) === true)) return true;
  const words = rules.flatMap(wordsOf);
  return words.some((word) => text.includes(word.slice(0, Math.max(4, word.length - 2))));
};

const isIn = ({ path, was }: ReadFile, finding: Asking): boolean => finding.file === path || finding.file === was;

/** Over code that was there, where nobody complained: a finding without a line may be about the whole of its file. */
const isElsewhere = ({ scope }: Suppression, file: ReadFile, findings: readonly Asking[]): boolean =>
  findings.every((finding) => !isIn(file, finding) || (scope < 2 && finding.line !== undefined));

/** A line of a test that came with the patch, laid out or written as a linter would not have it: no code is hidden. */
const isInTestsOnly = ({ kind, scope, file }: Suppression, findings: readonly Asking[]): boolean =>
  kind.family === 'lint' && scope === 0 && isTestFile(file) && findings.every((finding) => finding.file !== file);

/** Lines that came with the patch and need not be run by tests, where nobody complains that too few are. */
const isOfCoverage = ({ kind, scope }: Suppression, findings: readonly Asking[]): boolean =>
  kind.family === 'coverage' &&
  scope < 3 &&
  !findings.some((finding) => /\bcover|\btest(?:s|ed|ing)?\b|\bunreach/.test(textOf(finding)));

/** Of a patch that brings much: away from all findings; or of a named rule that no finding is about, on new code. */
const isByTheWay = (each: Suppression, file: ReadFile, findings: readonly Asking[], isNew: boolean): boolean => {
  if (/^(?:security|warnings)$/.test(each.kind.family)) return false;
  if (findings.some((finding) => isOfFinding(each, finding))) return false;
  if (isOfNamedRules(each) && (isNew || findings.every(({ rule }) => rule === undefined))) return true;
  return !findings.some((finding) => isNearFinding(each.line, file, finding)) && isElsewhere(each, file, findings);
};

export const isOnlyNoted = (each: Suppression, patch: ReadPatch, known: ReadonlySet<string>): boolean => {
  const file = patch.files.find(({ path }) => path === each.file);
  if (file === undefined) return false;
  const isNew = each.scope === 3 ? isInNewTests(each, file) : isOverNewCode(each, known);
  if (isRich(patch) && isByTheWay(each, file, patch.findings, isNew)) return true;
  if (isNew && (isInTestsOnly(each, patch.findings) || isOfCoverage(each, patch.findings))) return true;
  if (!isOfNamedRules(each) || (!isNew && !isElsewhere(each, file, patch.findings))) return false;
  return !patch.findings.some((finding) => isOfFinding(each, finding) || isNearFinding(each.line, file, finding));
};
