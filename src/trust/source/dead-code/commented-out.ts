/** Code that was there and is a comment now. */
import type { SourceChange } from '../change.ts';
import type { Seen } from '../seen.ts';

const comment = /^\s*(?:\/\/+|#+|--|;+|\*|\/\*+|<!--|\{\/\*)\s?(.*?)\s*(?:\*\/\}?|-->)?\s*$/;

const squeezed = (line: string): string => line.replaceAll(/\s+/g, '');

/** It says something that a comment of prose would not. */
const isCode = (text: string): boolean => text.length > 9 && /[()=;{}[\]]|\b(?:return|raise|throw|if|for)\b/.test(text);

/** Lines of code, as they are known again in a comment. */
const codeIn = (lines: readonly string[]): Set<string> =>
  new Set(
    lines
      .filter((text) => !comment.test(text))
      .map(squeezed)
      .filter(isCode),
  );

export const commentedOut = ({ path, before, after }: SourceChange): Seen[] => {
  if (before === null || after === null) return [];
  const removed = codeIn(before.state.lines);
  if (removed.size === 0) return [];
  const line = [...after.changed].find((at) => {
    const text = (after.state.lines[at - 1] ?? '').slice(0, 2_000);
    return removed.has(squeezed(comment.exec(text)?.[1] ?? ''));
  });
  return line === undefined ? [] : [{ rule: 'commented-out', path, line, about: 'turns code into a comment' }];
};
