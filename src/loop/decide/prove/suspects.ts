/** Which fixes of a group a failure seems to be about: tests that failed, and tools, name files. */
import type { Commit } from '../../../model/run/snapshot.ts';
import type { Verification } from '../../../model/verification.ts';
import { namedAmong } from '../../../plain/named-files.ts';

/** Whoever names more files than this tells nothing. */
const mostSuspects = 3;

/** Places in the group, counted from 1. */
export const suspectsOf = (
  commits: readonly Commit[],
  shown: Verification | undefined,
  objection: string | undefined,
): number[] => {
  const said = [...failedTests(shown), objection ?? ''].join('\n');
  if (said.trim() === '') return [];
  const files = [...new Set(commits.flatMap((commit) => commit.files))];
  const named = new Set([...namedAmong(files)(said), ...namesakes(files, said)]);
  const places = commits.flatMap((commit, index) => (commit.files.some((file) => named.has(file)) ? [index + 1] : []));
  return places.length > mostSuspects ? [] : places;
};

const failedTests = (shown: Verification | undefined): string[] =>
  (shown?.commands ?? []).flatMap((command) => command.failedTests ?? []);

const stemOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).split('.')[0] ?? '';

const shortestStem = 3;

/** A test is called like what it tests: `test_cart`, `cart.test.ts`, `CartTest`. */
const namesakes = (files: readonly string[], said: string): string[] => {
  const text = said.toLowerCase();
  const stems = Map.groupBy(files, (file) => stemOf(file).toLowerCase());
  return [...stems].flatMap(([stem, own]) => (stem.length >= shortestStem && text.includes(stem) ? own : []));
};
