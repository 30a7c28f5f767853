/** Patches that change comments or spacing alone, though no finding is about these. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Asking } from '../../../model/patch.ts';
import { isAbout } from '../../asked.ts';
import type { SourceChange } from '../change.ts';
import type { Seen } from '../seen.ts';
import { headedBy, mentions } from '../words.ts';
import { changesCode } from './comment-only.ts';

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

export const wordsOnly = (changes: readonly SourceChange[], findings: readonly Asking[]): Seen[] => {
  const [first] = changes;
  if (first === undefined || !changes.some(({ path }) => isAbout(findings, path)) || changes.some(changesCode))
    return [];
  if (headedBy(findings, aboutWords) || mentions(findings, /\b(?:comment|docstring|javadoc|jsdoc|godoc)\w*\b/i))
    return [];
  const line = Math.min(...(first.after?.changed ?? []), first.after?.state.lines.length ?? 1);
  return [{ rule: 'words-only', path: first.path, line, about: 'changes comments or spacing only, and no behaviour' }];
};
