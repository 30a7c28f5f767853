/**
 * The whole job in a repository of some kind: fix by an agent and by a machine-made edit, verify, hand over, apply,
 * undo, merge.
 */
import { lstatSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { scriptedAgent, type ScriptedStep } from '../fakes/scripted.ts';
import { manifestOf } from './manifest.ts';
import type { Sandbox } from './sandbox.ts';
import { withoutGatesFlags } from './without-gates.ts';

/** The first is fixed by the agent, the second by a machine-made edit. */
export const jobFiles = { 'src/a.txt': 'bad a\nkeep\n', 'src/b.txt': 'bad b\nkeep\n' };

export type Job = {
  /** The root of the checkout; the sandbox's own by default. */
  root?: string;
  cwd?: string;
  /** More for the agent to do. */
  run?: string;
  /** Content by path (one character for each byte) as the branch has it, beside the two fixes; null: it is gone. */
  also?: Record<string, string | null>;
  /** What the two files look like on disk, when that is not what the branch has. */
  onDisk?: (text: string) => string;
  /** What `apply` says when it cannot. */
  applySays?: RegExp;
  mergeSays?: RegExp;
  /** Looks at the checkout while the result is applied. */
  whenApplied?: () => void;
  flags?: readonly string[];
  /** Without `git status`, which would run the filters of the test. */
  quietGit?: boolean;
};

const region = { startLine: 1, startColumn: 1, endColumn: 4 };

const result = (uri: string, fixes: boolean): unknown => ({
  ruleId: fixes ? 'machine' : 'agent',
  message: { text: `${uri} is bad` },
  locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } }],
  ...(fixes && {
    fixes: [
      {
        artifactChanges: [
          { artifactLocation: { uri }, replacements: [{ deletedRegion: region, insertedContent: { text: 'good' } }] },
        ],
      },
    ],
  }),
});

export const writeSarif = (box: Sandbox, results: readonly unknown[]): string => {
  const file = join(box.scratch, 'findings.sarif');
  writeFileSync(file, JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'tool' } }, results }] }));
  return file;
};

/** Arguments of a run about both files. */
export const jobArgs = (box: Sandbox, run?: string): string[] => {
  const step: ScriptedStep = {
    edits: [{ file: 'src/a.txt', find: 'bad', replace: 'good' }],
    ...(run !== undefined && { run }),
  };
  const agent = scriptedAgent(join(box.scratch, 'agent'), { default: step });
  const command = agent.command.map((part) => `'${part}'`).join(' ');
  const from = writeSarif(box, [result('src/a.txt', false), result('src/b.txt', true)]);
  const verify = 'test -f src/a.txt && test -f src/b.txt';
  return ['fix', '--from', from, '--agent-command', command, '--verify', verify, ...withoutGatesFlags];
};

const ours =
  /^(?:objects|refs\/fixpoint|refs\/heads\/fixpoint|logs\/refs\/heads\/fixpoint|logs\/refs\/fixpoint|packed-refs)(?:\/|$)/;

/** All of the user's: files, and of `.git` all but objects, the run's branch and its pin. */
export const checkoutOf = (root: string, gitDir: string): { files: string[]; git: string[] } => ({
  files: manifestOf(root, (path) => path === '.git'),
  git: manifestOf(gitDir, (path) => ours.test(path)),
});

const changedPaths = (box: Sandbox, root: string, report: Report): string[] =>
  box
    .gitBytes('-C', root, 'diff-tree', '-r', '-z', '--no-renames', '--name-only', report.start, report.head ?? '')
    .toString('latin1')
    .split('\0')
    .filter(Boolean);

/** The branch holds these changes of the start and no others. */
export const expectBranch = (
  box: Sandbox,
  root: string,
  report: Report,
  expected: Record<string, string | null>,
): void => {
  expect(box.git('-C', root, 'rev-parse', `refs/heads/${report.branch}`)).toBe(report.head);
  expect(changedPaths(box, root, report).toSorted()).toEqual(Object.keys(expected).toSorted());
  for (const [path, text] of Object.entries(expected)) {
    const listed = box
      .gitBytes('-C', root, 'ls-tree', '-r', '-z', report.head ?? '')
      .toString('latin1')
      .split('\0');
    const entry = listed.find((line) => line.endsWith(`\t${path}`));
    const id = entry?.split(/[ \t]/)[2];
    expect(id === undefined ? null : box.gitBytes('-C', root, 'cat-file', 'blob', id).toString('latin1'), path).toBe(
      text,
    );
  }
};

const fixes = { 'src/a.txt': 'good a\nkeep\n', 'src/b.txt': 'good b\nkeep\n' };

/** Of a link, where it leads. */
const readEntry = (path: Buffer): string =>
  lstatSync(path).isSymbolicLink() ? readlinkSync(path, 'latin1') : readFileSync(path, 'latin1');

const expectOnDisk = (root: string, { also = {}, onDisk = (text) => text }: Job): void => {
  for (const [path, text] of Object.entries({ ...fixes, ...also })) {
    const read = (): string => readEntry(Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]));
    if (text === null) expect(read, path).toThrow('ENOENT');
    else expect(read(), path).toBe(path in jobFiles ? onDisk(text) : text);
  }
};

/** Everything that is not said to change stays as it is, byte by byte. */
export const doWholeJob = async (box: Sandbox, job: Job = {}): Promise<Report> => {
  const root = job.root ?? box.root;
  const options = { cwd: job.cwd ?? root };
  const gitDir = box.git('-C', root, 'rev-parse', '--path-format=absolute', '--git-common-dir');
  const before = checkoutOf(root, gitDir);
  const { ended, report } = await box.report([...jobArgs(box, job.run), ...(job.flags ?? [])], options);
  expect(report.findings.map(({ rule, status, reason }) => [rule, status, reason])).toEqual([
    ['agent', 'fixed', undefined],
    ['machine', 'fixed', undefined],
  ]);
  expect(ended.code).toBe(0);
  expect(checkoutOf(root, gitDir), 'after the run').toEqual(before);
  expectBranch(box, root, report, { ...fixes, ...job.also });
  await applyAndUndo(box, job, { root, gitDir, before });
  await mergeIn(box, job, root, report);
  return report;
};

type Context = { root: string; gitDir: string; before: ReturnType<typeof checkoutOf> };

const applyAndUndo = async (box: Sandbox, job: Job, { root, gitDir, before }: Context): Promise<void> => {
  const options = { cwd: job.cwd ?? root };
  const applied = await box.run(['apply'], options);
  if (job.applySays) {
    expect(applied.stdout + applied.stderr).toMatch(job.applySays);
    expect(applied.code).toBe(1);
    expect(checkoutOf(root, gitDir), 'after a refused apply').toEqual(before);
    return;
  }
  expect({ code: applied.code, stderr: applied.stderr }).toEqual({ code: 0, stderr: '' });
  expectOnDisk(root, job);
  job.whenApplied?.();
  expect(checkoutOf(root, gitDir).git, 'after apply').toEqual(before.git);
  const undone = await box.run(['apply', '--undo'], options);
  expect({ code: undone.code, stderr: undone.stderr }).toEqual({ code: 0, stderr: '' });
  expect(checkoutOf(root, gitDir), 'after undo').toEqual(before);
};

const mergeIn = async (box: Sandbox, job: Job, root: string, report: Report): Promise<void> => {
  const statusNow = (): string => (job.quietGit === true ? '' : box.git('-C', root, 'status', '--porcelain'));
  const status = statusNow();
  const merged = await box.run(['apply', '--merge'], { cwd: job.cwd ?? root });
  if (job.mergeSays) {
    expect(merged.stdout + merged.stderr).toMatch(job.mergeSays);
    expect(merged.code).toBe(1);
    return;
  }
  expect({ code: merged.code, stderr: merged.stderr }).toEqual({ code: 0, stderr: '' });
  expect(box.git('-C', root, 'rev-parse', 'HEAD')).toBe(report.head);
  expect(statusNow()).toBe(status);
  if (!job.applySays) expectOnDisk(root, job);
};
