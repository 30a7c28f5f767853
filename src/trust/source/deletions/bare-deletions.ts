/** Code that is only taken away: nothing comes for it. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { SourceChange, SourcePatch } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { FunctionAt } from '../functions.ts';
import type { Seen } from '../seen.ts';
import { shell } from '../shell.ts';
import { mentions } from '../words.ts';
import { isPublic } from './public-functions.ts';
import { complainsOfTooMuch, wantsOther } from './removal-words.ts';
import { broughtBy, promisedOf, shortenedOf } from './shortened-lines.ts';
import { isTelling } from './telling-lines.ts';

const logging = pattern(
  '',
  /^/,
  anyOf(
    /console\.\w+/,
    /print(?:ln)?!?/,
    /log(?:ger|ging)?\b/,
    /System\.(?:out|err)/,
    /fmt\.Print/,
    /dbg!/,
    /debugger|import\b|from\b|use\b|pdb|breakpoint/,
  ),
);

/** A statement that does something, or a part of a result that is worked out. */
const hasEffect = (text: string, isShell: boolean): boolean =>
  /[(=]|\b(?:throw|raise|return|if|case)\b/.test(text) ||
  /^["']?\w+["']?\s*(?::|=>)\s*[a-z_]\w*[.([]/i.test(text) ||
  (isShell && /\S\s\|\s\S/.test(text)) ||
  (isShell && /^(?!echo\b|printf\b|set\b|:)[\w./-]+\s+\S/.test(text));

const isWithinLines = (line: number, { line: from, endLine: to }: SyntaxNode): boolean => line >= from && line <= to;

/** A function of its file alone that nothing in the changed files speaks of: nobody misses it. */
export const isUnused = (lost: FunctionAt, changes: readonly SourceChange[]): boolean => {
  const own = lost.name.slice(lost.name.lastIndexOf('.') + 1);
  if (isPublic(lost) || lost.name !== own || !/^\w{3,}$/.test(own)) return false;
  const word = new RegExp(String.raw`\b${own}\b`, 'g');
  const said = changes.reduce((sum, { before }) => sum + (before?.state.text.match(word)?.length ?? 0), 0);
  return said === (lost.unit.node.text.match(word)?.length ?? 0);
};

const aboutLogs = /\blog (?:line|entry|message)|logs? (?:the|a) wrong/i;

/** `replaced`: lines that have another one in their place. `unused`: functions that nobody misses. */
type Bare = { replaced: ReadonlySet<string>; unused: readonly FunctionAt[]; findings: SourcePatch['findings'] };

/** Lines that are only taken away, with effects in them; what a log says is one where a finding is about it. */
export const bareDeletions = (changes: readonly SourceChange[], { replaced, unused, findings }: Bare): Seen[] => {
  const isAboutLogs = mentions(findings, aboutLogs);
  const isWords = (text: string): boolean => !isAboutLogs && logging.test(text);
  return changes.flatMap(({ path, before }) => {
    const lines = codeLines(before)
      .filter(({ text }) => isTelling(text) && !isWords(text) && !replaced.has(text))
      .filter(({ line }) => !unused.some((each) => each.path === path && isWithinLines(line, each.unit.node)));
    const effect = lines.find(({ text }) => hasEffect(text, shell.test(path)));
    if (effect === undefined) return [];
    return [
      {
        rule: 'code-deleted',
        path,
        line: effect.line,
        about: 'takes code away and puts nothing in its place',
        before: true,
      },
    ];
  });
};

/** Whether nothing comes for what is gone, and which lines have another one in their place. */
export const bareness = (
  changes: readonly SourceChange[],
  gone: readonly string[],
  now: readonly string[],
  findings: SourcePatch['findings'],
): { isBare: boolean; replaced: ReadonlySet<string> } => {
  const text = changes.map(({ after }) => after?.state.text ?? '').join('\n');
  const shortened = promisedOf(shortenedOf(gone, now), text);
  const isLess = broughtBy(now, shortened).length * 10 <= gone.length;
  return {
    isBare: isLess && (!complainsOfTooMuch(findings) || (now.length === 0 && wantsOther(findings))),
    replaced: new Set([...now, ...shortened.values()]),
  };
};
