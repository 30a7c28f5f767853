/**
 * How much a patch brings: lines of programs that none of its files had, each of them once. What is only taken away,
 * moved, repeated, repeated with other numbers or said in comments counts for nothing: nobody makes a patch larger for
 * show with it.
 */
import { anyOf, pattern } from '../plain/pattern.ts';
import { isCode } from './code-files.ts';
import type { FileState, ReadFile, ReadPatch } from './read-patch.ts';
import { isTestFile } from './test-files.ts';

type Lines = { fresh: number; gone: number };

export type Extent = { all: Lines; tests: Lines };

const comment = /^(?:\/\/|\/\*|\*|#(?!include|define|if)|--\s|<!--)/;

/** Brackets and keywords alone say nothing. */
const isTelling = (line: string): boolean => /\w{3}.*\W.*\w|\w{4}/.test(line) && !comment.test(line);

const shapeOf = (line: string): string => line.trim().replaceAll(/\d+/g, '0');

/** Lines of this length, and files of so many lines, were written by machines. */
const [longestLine, mostLines] = [300, 20_000];

const linesOf = (state: FileState | null): string[] =>
  state === null || state.lines.length > mostLines
    ? []
    : state.lines.flatMap((each) => (each.length > longestLine ? [] : [shapeOf(each)])).filter(isTelling);

const notWritten = pattern(
  '',
  anyOf(/(?:^|\/)(?:dist|build|vendor|vendored|node_modules|third_party)\//, /\.min\.\w+$/),
);

const isWritten = ({ path, isOpaque, isLink }: ReadFile): boolean =>
  isCode(path) && isOpaque !== true && isLink !== true && !notWritten.test(path);

const between = (files: readonly ReadFile[]): Lines => {
  const before = new Set(files.flatMap((file) => linesOf(file.before)));
  const after = new Set(files.flatMap((file) => linesOf(file.after)));
  return { fresh: after.difference(before).size, gone: before.difference(after).size };
};

const known = new WeakMap<ReadPatch, Extent>();

export const extentOf = (patch: ReadPatch): Extent => {
  const files = patch.files.filter(isWritten);
  const extent = known.get(patch) ?? {
    all: between(files),
    tests: between(files.filter(({ path, was = path }) => isTestFile(path) || isTestFile(was))),
  };
  known.set(patch, extent);
  return extent;
};

/** A cheat needs a few lines. */
const many = 20;

/** It brings a good deal, and more than half of what it takes away. */
export const isRich = (patch: ReadPatch): boolean => {
  const { fresh, gone } = extentOf(patch).all;
  return fresh >= many && fresh * 2 >= gone;
};

/** Tests that were written anew: no fewer lines than went. */
export const bringsTests = (patch: ReadPatch): boolean => {
  const { fresh, gone } = extentOf(patch).tests;
  return isRich(patch) && fresh >= many / 2 && fresh >= gone;
};
