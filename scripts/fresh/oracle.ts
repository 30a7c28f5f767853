/**
 * What a fresh clone answers: a real `git clone` into a new folder, with a home of its own, set up from nothing and
 * verified.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kind } from './kind.ts';
import { environmentIn, must, run } from './shell.ts';

export type Answer = { passes: boolean; /** The line that failed, and how. */ said: string };

/** `revision`: a branch of the repository, or a tree that its objects, or those of `objects`, hold. */
export type Question = { kind: Kind; repo: string; tree: string; branch?: string; objects?: readonly string[] };

export type Oracle = { ask: (question: Question) => Promise<Answer>; asked: () => number };

/** Trees are asked about once for each kind: the same tree gives the same answer. */
export const openOracle = (folder: string): Oracle => {
  const answers = new Map<string, Promise<Answer>>();
  return {
    ask: (question) => {
      const key = `${question.kind.name} ${question.tree}`;
      const known = answers.get(key) ?? answerTo(folder, question);
      answers.set(key, known);
      return known;
    },
    asked: () => answers.size,
  };
};

const answerTo = async (folder: string, question: Question): Promise<Answer> => {
  const place = mkdtempSync(join(folder, 'clone-'));
  try {
    await cloneInto(place, question);
    const options = { cwd: join(place, 'clone'), env: environmentIn(place) };
    for (const line of [...question.kind.setup, ...question.kind.verify]) {
      const { code, output } = await run(['sh', '-c', line], options);
      if (code !== 0) return { passes: false, said: `${line} ended with ${code}: ${output.trim().slice(-300)}` };
    }
    return { passes: true, said: 'passes' };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
};

const cloneInto = async (place: string, { repo, tree, branch, objects = [] }: Question): Promise<void> => {
  const env = environmentIn(place);
  mkdirSync(join(place, 'home'));
  writeFileSync(join(place, 'home/.gitconfig'), '[user]\n\tname = Ada Tester\n\temail = ada@example.com\n');
  if (branch !== undefined)
    return void (await must(['git', 'clone', '-q', '-b', branch, repo, join(place, 'clone')], { cwd: place, env }));
  // A tree has to become a branch somewhere before it can be cloned.
  const bare = join(place, 'bare');
  await must(['git', 'clone', '-q', '--bare', repo, bare], { cwd: place, env });
  writeFileSync(
    join(bare, 'objects/info/alternates'),
    [join(repo, '.git/objects'), ...objects].map((path) => `${path}\n`).join(''),
  );
  const commit = await must(['git', 'commit-tree', tree, '-p', 'HEAD', '-m', 'asked about'], { cwd: bare, env });
  await must(['git', 'branch', 'asked', commit], { cwd: bare, env });
  await must(['git', 'clone', '-q', '-b', 'asked', bare, join(place, 'clone')], { cwd: place, env });
};
