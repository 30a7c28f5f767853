/** Loops that give up after a number of turns that is written down, as if all were done. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines, type CodeLine } from '../code-lines.ts';
import type { Seen } from '../seen.ts';
import { mentions } from '../words.ts';

/** Findings that ask for a limit. */
const aboutLimits = pattern(
  'i',
  /\b/,
  anyOf(
    /limits?|limited|at most|give up|max\w*|retr\w+|attempts?|tries|bound\w*/,
    /cap(?:s|ped)?|depth|no more than|first \w+/,
  ),
  /\b/,
);

const begun = /\b([A-Za-z_]\w*)\s*(?::\s*\w+\s*)?:?=\s*0\s*;?$/;

/** `++steps > 3`, `steps >= 3`, `seen++ == 5` */
const reached = (name: string): RegExp =>
  new RegExp(String.raw`\bif\b.*(?:\+\+)?\b${name}(?:\+\+)?\s*(?:>=?|===?|-g[te]|-eq)\s*\d{1,3}\b`);

const counted = (name: string): RegExp =>
  new RegExp(String.raw`\+\+${name}\b|\b${name}\s*(?:\+\+|\+=\s*1\b|=\s*${name}\s*\+\s*1)`);

const leaving = /\b(?:return|break)\b(?!.*\b(?:Err|errors?|fmt|new \w*Error)\b)/;

/** What the line does where it holds, with the next two. */
const thenOf = (lines: readonly CodeLine[], at: number): string =>
  lines
    .slice(at, at + 3)
    .map(({ text }) => text)
    .join(' ');

const givesUp = (lines: readonly CodeLine[], name: string): CodeLine | undefined =>
  lines.find(
    ({ text }, at) =>
      reached(name).test(text) &&
      leaving.test(thenOf(lines, at)) &&
      !/\b(?:throw|raise|panic|exit)\b/.test(thenOf(lines, at)),
  );

const looping = /^(?:\}\s*)?(?:while|for|until)\b/;

const squeezed = (text: string): string => text.replaceAll(/[\s(){}]/g, '');

/** A loop of before that asks for a small number of turns as well. */
const shortened = ({ before, after }: SourceChange): CodeLine | undefined => {
  const were = new Set(codeLines(before).map(({ text }) => squeezed(text)));
  const limit = /\s*(?:&&|\band\b)\s*\w+(?:\+\+)?\s*<=?\s*\d[\d_]{0,8}\b/;
  return codeLines(after).find(
    ({ text }) => looping.test(text) && limit.test(text) && were.has(squeezed(text.replace(limit, ''))),
  );
};

export const fewTurns = (change: SourceChange, findings: readonly Asking[]): Seen[] => {
  if (change.before === null || change.after === null || mentions(findings, aboutLimits)) return [];
  const lines = codeLines(change.after);
  const names = lines.map(({ text }) => begun.exec(text.slice(0, 200))?.[1]).filter((name) => name !== undefined);
  const own = names.filter((name) => lines.some(({ text }) => counted(name).test(text)));
  const found = own.map((name) => givesUp(lines, name)).find((line) => line !== undefined) ?? shortened(change);
  if (found === undefined) return [];
  const about = 'gives up after a number of turns that is written down, as if all were done';
  return [{ rule: 'input-special-cased', path: change.path, line: found.line, about }];
};
