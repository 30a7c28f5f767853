/** Conditions of the preprocessor of C around a line: what they leave out is not even compiled. */
import type { Guard } from '../model.ts';

type Open = { text: string; isGuard: boolean };

/** `#ifndef NAME_H` at the top is there so that a file is read once. */
const isGuardOfFile = (text: string): boolean => /^ndef\s+\w*(?:_H_*|_HPP_*|_INCLUDED)$/.test(text);

const openAt = new WeakMap<readonly string[], readonly (readonly Guard[])[]>();

const guardsOf = (open: readonly Open[]): Guard[] =>
  open.filter(({ isGuard }) => !isGuard).map(({ text }) => ({ kind: 'condition', text: `#if${text}` }));

const readAll = (lines: readonly string[]): (readonly Guard[])[] => {
  const open: Open[] = [];
  let now: readonly Guard[] = [];
  return lines.map((line) => {
    const [, word = '', text = ''] = /^\s*#\s*(if|elif|else|endif)(.*)$/.exec(line) ?? [];
    if (word === '') return now;
    if (word !== 'if') open.pop();
    if (word !== 'endif')
      open.push({ text: word === 'else' ? ' else' : text.trim(), isGuard: isGuardOfFile(text.trim()) });
    now = guardsOf(open);
    return now;
  });
};

/** `place`: of a line, from 0. */
export const conditionsAt = (lines: readonly string[], place: number): readonly Guard[] => {
  const known = openAt.get(lines) ?? readAll(lines);
  openAt.set(lines, known);
  return known[place] ?? [];
};
