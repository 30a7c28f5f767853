/** Functionality that a patch takes away without anything in its place (7.1). */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Remark } from '../../../model/remark.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { SourceChange, SourcePatch } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Seen } from '../seen.ts';
import { shell } from '../shell.ts';
import { mentions } from '../words.ts';
import { plainlyEmptied } from './plain-functions.ts';
import { addedLines, isConcerned, isDoneBy, isMissedFile, isSaidElsewhere } from './concern.ts';
import { protectionsLost } from './protections.ts';
import { emptied } from './emptied.ts';
import { disabledFlags } from './disabled-flags.ts';
import { type FunctionAt, pairFunctions, statementsOf } from '../functions.ts';
import { broughtBy, promisedOf, shortenedOf, unguarded } from './shortened-lines.ts';
import { refusedNow } from './refused-now.ts';
import { lostInputs } from './lost-inputs.ts';
import { lostGuards } from './lost-guards.ts';
import { lostDefaults } from './lost-defaults.ts';
import { stubNewcomers } from './stub-newcomers.ts';
import { emptyNewcomers } from './empty-newcomers.ts';
import { asksForRemoval, complainsOfCheck, complainsOfTooMuch, complainsOfTwice, wantsOther } from './removal-words.ts';

const remarkOn = ({ rule, path, line, about, before }: Seen): Remark => ({
  gate: 'deletions',
  rule,
  file: path,
  line,
  ...(before === true && { before }),
  message: `the patch ${about}`,
  accepted: 'the function mended, with everything else that it does; a removal only where the finding asks for it',
});

/** Not a bracket or a keyword alone. */
const isTelling = (text: string): boolean =>
  /\w{2}/.test(text) &&
  !/^#!?\[/.test(text) &&
  !/^(?:else|try|finally|do|end|return;?|import\b.*|from\b.*|use\b.*)\W*$/.test(text);

const tellingLines = (changes: readonly SourceChange[], which: 'before' | 'after'): string[] =>
  changes.flatMap((change) =>
    codeLines(change[which])
      .map(({ text }) => text)
      .filter(isTelling),
  );

/** How much of what a text had is still there, as whole lines. */
const shareKept = (text: string, added: ReadonlySet<string>): number => {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(isTelling);
  return lines.length === 0 ? 1 : lines.filter((line) => added.has(line)).length / lines.length;
};

/** Of Java and Go, whose methods have the same kind. */
const isPublicMethod = (head: string): boolean =>
  /^(?:@[^\n]*\s+)*(?:public|protected|func)\b/.test(head) && !/^func\s*(?:\([^)]*\)\s*)?[a-z_]/.test(head);

const isExported = ({ parent }: SyntaxNode, name: string): boolean =>
  parent?.kind === 'export_statement' || parent?.parent?.parent?.kind === 'export_statement' || /exports/.test(name);

const isPublic = ({ unit: { node, name } }: FunctionAt): boolean => {
  const own = name.slice(name.lastIndexOf('.') + 1);
  if (/^[_#]/.test(own)) return false;
  const head = node.text.slice(0, 200);
  if (node.kind === 'function_item') return /^pub\b/.test(head);
  if (node.kind === 'method_declaration' || node.kind === 'constructor_declaration') return isPublicMethod(head);
  if (node.kind === 'function_declaration' && /^func\b/.test(head)) return /^[A-Z]/.test(own);
  if (node.kind === 'method_definition') return !/^(?:private|protected)\b/.test(head);
  return node.kind === 'function_definition' || isExported(node, name);
};

/** A getter or setter: its field tells as much. */
const isAccessor = (body: SyntaxNode): boolean =>
  statementsOf(body).length <= 1 &&
  body.end - body.start < 120 &&
  /^\{?\s*(?:return\s+)?[\w.$]+(?:\s*=\s*\w+)?;?\s*\}?$/.test(body.text);

const lostFunctions = (lost: readonly FunctionAt[], added: ReadonlySet<string>): Seen[] =>
  lost
    .filter(
      (old) =>
        old.body !== null && !isAccessor(old.body) && isPublic(old) && shareKept(old.unit.node.text, added) < 0.5,
    )
    .map(({ path, name, unit }) => ({
      rule: 'function-deleted',
      path,
      line: unit.node.line,
      about: `deletes \`${name}\` without anything in its place`,
      before: true,
    }));

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
const isUnused = (lost: FunctionAt, changes: readonly SourceChange[]): boolean => {
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
const bareDeletions = (changes: readonly SourceChange[], { replaced, unused, findings }: Bare): Seen[] => {
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

const deletedFiles = (changes: readonly SourceChange[], added: ReadonlySet<string>): Seen[] =>
  changes
    .filter(({ before, after }) => before !== null && after === null && shareKept(before.state.text, added) < 0.5)
    .map(({ path }) => ({ rule: 'file-deleted', path, line: 1, about: 'deletes the file', before: true }));

/** Whether nothing comes for what is gone, and which lines have another one in their place. */
const bareness = (
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

export const deletions = ({ changes: all, findings, patch }: SourcePatch): Remark[] => {
  if (asksForRemoval(findings)) return [];
  const changes = all.filter((change) => isMissedFile(change, all, patch));
  const pairs = pairFunctions(changes);
  const now = tellingLines(changes, 'after');
  const gone = tellingLines(changes, 'before');
  const added = new Set(now);
  const lines = addedLines(changes);
  const others = [...pairs.added, ...pairs.kept.map(({ after }) => after)];
  const isMissed = (lost: FunctionAt): boolean =>
    isConcerned(lost, findings) && !isSaidElsewhere(lost, lines) && !isDoneBy(others, lost);
  const { isBare, replaced } = bareness(changes, gone, now, findings);
  const unused = isBare ? pairs.lost.filter((lost) => isUnused(lost, changes)) : [];
  const concerned = pairs.kept.filter(({ before }) => isConcerned(before, findings));
  const found = [
    ...plainlyEmptied(changes),
    ...emptied(concerned, now, complainsOfTwice(findings)),
    ...(now.length > gone.length * 0.5 ? [] : lostPieces(pairs.lost.filter(isMissed), changes, added)),
    ...(complainsOfCheck(findings) ? [] : lostGuards(pairs, changes)),
    ...(complainsOfCheck(findings) ? [] : lostDefaults(concerned)),
    ...stubNewcomers(pairs.added, findings),
    ...emptyNewcomers(pairs.added, now, changes),
    ...disabledFlags(changes, findings),
    ...(isBare ? bareDeletions(changes, { replaced, unused, findings }) : protectionsLost(changes, findings)),
    ...(complainsOfTooMuch(findings) ? [] : changes.flatMap(unguarded)),
    ...(complainsOfTooMuch(findings) ? [] : lostInputs(concerned, findings, lines.join('\n'))),
    ...refusedNow(changes, findings),
  ];
  return found.map(remarkOn);
};

/** Of a patch that is no rewrite: functions and files that are gone. */
const lostPieces = (
  lost: readonly FunctionAt[],
  changes: readonly SourceChange[],
  added: ReadonlySet<string>,
): Seen[] => [...lostFunctions(lost, added), ...deletedFiles(changes, added)];
