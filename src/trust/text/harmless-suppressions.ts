/** Suppressions that good code has, and that hide nothing that somebody complained about. */
import { anyOf, pattern } from '../../plain/pattern.ts';
import type { ReadFile, ReadPatch } from '../read-patch.ts';
import { isTestFile } from '../test-files.ts';
import type { Suppression } from './find-suppressions.ts';

type Case = { suppression: Suppression; file: ReadFile; patch: ReadPatch };

/** The code that it is about came with the patch. */
const isAboutNewCode = ({ suppression: { about }, file }: Case): boolean =>
  about !== '' && !(file.before?.lines.some((line) => line.replaceAll(/\s+/g, '').startsWith(about)) ?? false);

const isComplainedOf = ({ suppression: { rules, file }, patch }: Case): boolean =>
  patch.findings.some(
    (finding) => finding.file === file || rules.some((rule) => finding.rule?.includes(rule) === true),
  );

/** A test that gives a function what its types forbid has to say so. */
const isWrongOnPurpose = (each: Case): boolean =>
  isTestFile(each.suppression.file) &&
  /@ts-expect-error|type:\s*ignore|pyright:\s*ignore/.test(each.suppression.words) &&
  isAboutNewCode(each);

const generated = /@generated\b|\bDO NOT EDIT\b|\bautomatically generated\b|\bauto-?generated\b/i;

const isGenerated = ({ file: { before, after } }: Case): boolean =>
  before === null && generated.test(after?.text.slice(0, 1_000) ?? '');

const nothingToRun = pattern(
  '',
  '^',
  anyOf(
    /if(?:typing\.)?TYPE_CHECKING/,
    /if__name__==|raiseNotImplementedError|\.\.\.$|def__repr__/,
    /@(?:typing\.)?overload|@(?:abc\.)?abstractmethod/,
  ),
);

const isNotRunAnyway = ({ suppression: { kind, about } }: Case): boolean =>
  kind.family === 'coverage' && nothingToRun.test(about);

/** What was moved is still offered where it was. */
const isReexport = (each: Case): boolean => {
  const { rules, about } = each.suppression;
  const isUnused = rules.length > 0 && rules.every((rule) => /^(?:F401|F403|unused-import|unused_imports)$/.test(rule));
  return isUnused && /^(?:from\S+import|pubuse|import)/.test(about) && isAboutNewCode(each);
};

/** Whoever marks something as deprecated may still have to use it. */
const isForDeprecation = ({ suppression: { rules }, patch }: Case): boolean =>
  rules.length > 0 &&
  rules.every((rule) => /^deprecat(?:ed|ion)$/i.test(rule)) &&
  patch.files.some(({ before, after }) => marks(after?.text) > marks(before?.text));

const marks = (text = ''): number => text.match(/#\[deprecated|@Deprecated\b|\[Obsolete/g)?.length ?? 0;

/** Helpers of several tests, each of which uses some of them. */
const isSharedHelper = (each: Case): boolean =>
  each.suppression.rules.length > 0 &&
  each.suppression.rules.every((rule) => rule === 'dead_code' || rule === 'unused') &&
  /(?:^|\/)tests\//.test(each.suppression.file) &&
  (/^(?:pub)?mod/.test(each.suppression.about) || isAboutNewCode(each));

const reasons: readonly ((each: Case) => boolean)[] = [
  isWrongOnPurpose,
  isNotRunAnyway,
  isReexport,
  isForDeprecation,
  isSharedHelper,
];

export const isHarmless = (suppression: Suppression, patch: ReadPatch): boolean => {
  const file = patch.files.find(({ path }) => path === suppression.file);
  if (file === undefined) return false;
  const each = { suppression, file, patch };
  return isGenerated(each) || (!isComplainedOf(each) && reasons.some((reason) => reason(each)));
};
