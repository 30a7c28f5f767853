/** What each operation of git custody costs, in repositories of 200 and 20,000 files: `node bench/custody.ts`. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitProcesses, openRepo } from '../src/adapters/git/user/open-repo.ts';

const ROUNDS = 30;
const PER_FOLDER = 100;
/** Folders that changed within the coarsest file clock are read again; a run spends most of its time beyond that. */
const SETTLE_MS = 2_500;

type Times = Map<string, number[]>;

function stopwatch(times: Times) {
  return async <T>(name: string, work: () => T | Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await work();
    times.set(name, [...(times.get(name) ?? []), performance.now() - from]);
    return result;
  };
}

function fill(root: string, files: number): void {
  for (let n = 0; n < files; n += 1) {
    if (n % PER_FOLDER === 0) mkdirSync(join(root, `d${n / PER_FOLDER}`), { recursive: true });
    writeFileSync(join(root, fileName(n)), `export const x${n} = ${n};\n`);
  }
}

const fileName = (n: number): string => `d${Math.floor(n / PER_FOLDER)}/f${n % PER_FOLDER}.ts`;

function print(files: number, times: Times, perRound: number): void {
  console.log(`\n${files} files, ${perRound.toFixed(1)} git processes per accepted and verified change`);
  for (const [name, all] of times) {
    const sorted = all.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    console.log(
      `  ${name.padEnd(32)} median ${median.toFixed(1).padStart(8)} ms   least ${(sorted[0] ?? 0).toFixed(1).padStart(8)} ms`,
    );
  }
}

async function measure(files: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-bench-'));
  const root = join(folder, 'repo');
  mkdirSync(root);
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...args], { cwd: root, encoding: 'utf8' });
  git('init', '-q');
  fill(root, files);
  git('add', '-A');
  git('commit', '-q', '-m', 'start');
  const times: Times = new Map();
  const time = stopwatch(times);
  const repo = await time('openRepo', () => openRepo(root, { stateDir: join(folder, 'state') }));
  await time('isDirty', () => repo.isDirty());
  const custody = await time('begin', () => repo.begin('bench', { includeDirty: false }));
  let head = custody.start.commit;
  for (const kind of ['agent', 'verify'] as const)
    await (await time(`first ${kind} workspace`, () => custody.workspace(head, kind))).release();
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const before = gitProcesses.count;
  for (let n = 0; n < ROUNDS; n += 1) {
    const file = fileName((n * 37) % files);
    const agent = await time('pooled agent workspace', () => custody.workspace(head, 'agent'));
    appendFileSync(join(agent.path, file), `// fix ${n}\n`);
    const { tree } = await time('capture', () => custody.capture(agent, head));
    await agent.release();
    const verify = await time('pooled verify workspace', () => custody.workspace(tree, 'verify'));
    await time('  git status there', () => execFileSync('git', ['status', '--porcelain'], { cwd: verify.path }));
    await verify.release();
    const made = await time('commit', () =>
      custody.commit({ tree, parent: head, message: `fix ${n}`, at: new Date().toISOString() }),
    );
    head = made.commit;
    appendFileSync(join(root, file), `// fix ${n}\n`);
    await time('plain: git add -A', () => git('add', '-A'));
    await time('plain: git commit', () => git('commit', '-q', '-m', `fix ${n}`));
  }
  const perRound = (gitProcesses.count - before) / ROUNDS;
  await time('handOver', () => custody.handOver(head, 'fixpoint/bench'));
  await time('apply (nothing left to do)', () => repo.apply({ run: 'bench', start: custody.start.commit, head }));
  await time('close', () => custody.close());
  print(files, times, perRound);
  rmSync(folder, { recursive: true, force: true });
}

for (const files of [200, 20_000]) await measure(files);
