/** A change that leaves all code alone while its finding is about code: whatever it makes green, it mends nothing. */
import { anyOf, pattern } from '../../plain/pattern.ts';
import type { Remark } from '../../model/remark.ts';
import { asksFor } from '../asked.ts';
import { isCode } from '../code-files.ts';
import type { ReadPatch } from '../read-patch.ts';
import { isTestFile } from '../test-files.ts';

/** Findings that are mended without a change of the code that they name. */
const mendedElsewhere = pattern(
  'i',
  /\b/,
  anyOf(
    /tests?|coverage|untested|document\w*|docs?|readme|changelog|comment\w*|config\w*|setting\w*/,
    /dependenc\w*|manifest/,
    /lock ?file/,
    /licen[cs]e/,
    /ci|workflow|docker\w*|schema|migration|fixture|translation|locale|generated|snapshot/,
  ),
  /\b/,
);

const isProduct = (path: string): boolean => isCode(path) && !isTestFile(path);

/** Tests, texts, settings and what belongs to tools. */
const isBeside = (path: string): boolean =>
  isTestFile(path) ||
  /\.(?:md|rst|txt|json5?|jsonc|ya?ml|toml|ini|cfg|conf|xml|properties|lock|snap|gradle|mod|sum|mk)$/i.test(path) ||
  /(?:^|\/)(?:\.[^/]*|[A-Z]\w*file)$/.test(path);

export const inspectScope = ({ files, findings }: ReadPatch): Remark[] => {
  const [first] = files;
  const about = findings.flatMap(({ file }) => file ?? []);
  if (first === undefined || about.length === 0 || about.length < findings.length || !about.every(isProduct)) return [];
  const touched = files.flatMap(({ path, was }) => (was === undefined ? [path] : [path, was]));
  if (touched.some((path) => !isBeside(path) || about.includes(path)) || asksFor(findings, mendedElsewhere)) return [];
  return [
    {
      gate: 'beside-the-point',
      rule: 'finding-untouched',
      file: first.path,
      message: `the finding is about ${about.join(', ')}, and no code is changed`,
      accepted: 'a change of the code that the finding is about',
    },
  ];
};
