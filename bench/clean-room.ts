/**
 * What a proof costs in its clean room, with dependencies of 500 MB and 30,000 files, over the bare command: a run of
 * the built program says in
 * its events when each proof began and ended, in turn with the command itself in a clone that is set up.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { here, median, ms, program, type Result, time } from './measure.ts';

const own = here('../node_modules');
const wantedBytes = 500 * 2 ** 20;
const wantedFiles = 30_000;
const rounds = 3;
/** Fixed one after the other, each with a proof of its own. */
const findings = 4;

type Size = { files: number; bytes: number };

const sizeOf = (folder: string): Size => {
  const files = globSync('**', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  return {
    files: files.length,
    bytes: files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0),
  };
};

/**
 * Real packages: this project's own, under as many names as it takes. Made once, and kept below the temporary folder.
 */
const makeDependencies = (): Size & { folder: string } => {
  const folder = join(tmpdir(), 'fixpoint-bench-dependencies');
  const complete = join(folder, 'complete.json');
  if (existsSync(complete)) return { folder: join(folder, 'node_modules'), ...readSize(complete) };
  rmSync(folder, { recursive: true, force: true });
  const names = readdirSync(own).filter((name) => !name.startsWith('.') && !name.startsWith('node-linux'));
  const packages = names.map((name) => ({ name, ...sizeOf(join(own, name)) }));
  const size = { files: 0, bytes: 0 };
  for (let copy = 0; size.files < wantedFiles || size.bytes < wantedBytes; copy += 1)
    for (const { name, files, bytes } of packages) {
      // Programs of many megabytes only as long as there are few bytes for so many files.
      const isHeavy = bytes / files > wantedBytes / wantedFiles;
      if (isHeavy && size.bytes / wantedBytes > size.files / wantedFiles) continue;
      cpSync(join(own, name), join(folder, 'node_modules', `${name}-${copy}`), {
        recursive: true,
        verbatimSymlinks: true,
      });
      size.files += files;
      size.bytes += bytes;
    }
  writeFileSync(complete, JSON.stringify(size));
  return { folder: join(folder, 'node_modules'), ...size };
};

const readSize = (file: string): Size => JSON.parse(execFileSync('cat', [file], { encoding: 'utf8' }));

type Project = { folder: string; root: string; clone: string; env: NodeJS.ProcessEnv };

/** Reads a little of the dependencies and computes a while, as tests do. */
const test = `const { readdirSync, readFileSync } = require('node:fs');
const all = readdirSync('node_modules');
for (const name of all) try { readFileSync('node_modules/' + name + '/package.json'); } catch {}
const end = Date.now() + 600; while (Date.now() < end);
process.exit(all.length > 10 ? 0 : 1);
`;

/** The repository, and beside it a clone that is set up: where the bare command runs. */
const makeProject = (dependencies: string): Project => {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-bench-'));
  const at = (name: string): string => join(folder, name);
  for (const name of ['repo', 'home', 'state', 'bin']) mkdirSync(at(name));
  const env = {
    PATH: `${at('bin')}:${process.env['PATH']}`,
    HOME: at('home'),
    XDG_STATE_HOME: at('state'),
    LANG: 'C.UTF-8',
  };
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...args], {
      cwd: at('repo'),
      env,
      stdio: 'ignore',
    });
  for (let n = 0; n < findings; n += 1) writeFileSync(at(`repo/f${n}.txt`), `bad ${n}\n`);
  writeFileSync(at('repo/test.js'), test);
  for (const name of ['package.json', 'package-lock.json']) writeFileSync(at(`repo/${name}`), '{}\n');
  // Stands for npm with everything in its cache: a package manager that is known, so that what it made serves for every
  // tree.
  writeFileSync(
    at('bin/npm'),
    `#!/bin/sh\nif [ "$1" = ci ]; then exec cp -a ${dependencies} node_modules; fi\necho 11.0.0\n`,
    {
      mode: 0o755,
    },
  );
  writeFileSync(at('repo/.gitignore'), 'node_modules\n');
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Bench');
  git('config', 'user.email', 'bench@example.com');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'start');
  execFileSync('git', ['clone', '--quiet', at('repo'), at('clone')], { env });
  execFileSync('cp', ['-a', dependencies, at('clone/node_modules')]);
  writeFileSync(
    at('agent.sh'),
    `#!/bin/sh\nfor f in f*.txt; do if grep -q "\\"$f\\"" "$FIXPOINT_INPUT"; then echo good > $f; fi; done\nid=$(grep -o '"code":"[^"]*"' "$FIXPOINT_INPUT" | head -1 | cut -d'"' -f4)\necho "{\\"outcomes\\":[{\\"id\\":\\"$id\\",\\"outcome\\":\\"fixed\\",\\"explanation\\":\\"done\\"}]}" > "$FIXPOINT_ANSWER"\n`,
    { mode: 0o755 },
  );
  return { folder, root: at('repo'), clone: at('clone'), env };
};

/** How long each proof of a run took, from the moment when it was due: its room included. */
const proofsOf = (project: Project, sandbox: 'on' | 'off', dependencies: string): number[] => {
  const list = Array.from({ length: findings }, (_, n) => ({
    id: `B${n}`,
    file: `f${n}.txt`,
    line: 1,
    severity: 'high',
    title: `problem ${n}`,
    description: 'to be fixed',
  }));
  const from = join(project.folder, 'findings.json');
  writeFileSync(from, JSON.stringify({ findings: list, summary: '' }));
  const set = [
    `agents.bench=${JSON.stringify({ kind: 'command', command: [join(project.folder, 'agent.sh')], needs: { readable: [join(project.folder, 'agent.sh')] } })}`,
    'fix.concurrency=1',
    `sandbox=${sandbox}`,
    'verify.setup=["npm ci"]',
    'verify.commands=["node test.js"]',
    `verify.needs=${JSON.stringify({ readable: [dependencies] })}`,
  ];
  const args = ['fix', '--from', from, '--agent', 'bench', '--jsonl', ...set.flatMap((each) => ['--set', each])];
  const ran = time([program, ...args], { cwd: project.root, env: project.env, codes: [0] });
  const events: { type: string; at: string }[] = ran.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const at = (type: string): number[] =>
    events.filter((event) => event.type === type).map((event) => Date.parse(event.at));
  const took = (began: string, ended: string): number[] => {
    const begins = at(began);
    return at(ended).map((end, n) => end - (begins[n] ?? Number.NaN));
  };
  return [...took('check.started', 'check.finished'), ...took('head.check.started', 'head.checked')];
};

const bareMs = ({ clone, env }: Project): number => time(['node', 'test.js'], { cwd: clone, env }).ms;

const copyMs = ({ clone, folder, env }: Project): number => {
  const to = join(folder, 'copy');
  const took = time(['cp', '-a', join(clone, 'node_modules'), to], { cwd: folder, env }).ms;
  rmSync(to, { recursive: true });
  return took;
};

/**
 * `on`: at most 1.15 times the bare command and 150 ms. `off`: at most the bare command and one copy of the
 * dependencies.
 */
export const cleanRoom = (sandbox: 'on' | 'off'): Result => {
  const { folder: dependencies, files, bytes } = makeDependencies();
  const project = makeProject(dependencies);
  try {
    // The first run sets up; what it made is kept for the others.
    proofsOf(project, sandbox, dependencies);
    const measured = Array.from({ length: rounds }, () => {
      const before = bareMs(project);
      const proof = median(proofsOf(project, sandbox, dependencies));
      const bare = (before + bareMs(project)) / 2;
      const copy = sandbox === 'on' ? 0 : copyMs(project);
      return { proof, limit: sandbox === 'on' ? 1.15 * bare + 150 : bare + copy, bare, copy };
    });
    const of = (key: 'proof' | 'bare' | 'copy'): number => median(measured.map((each) => each[key]));
    const size = `${Math.round(bytes / 2 ** 20)} MB in ${files} files`;
    return {
      name: `proof in a clean room, ${size}, sandbox ${sandbox}`,
      value: median(measured.map(({ proof, limit }) => proof / limit)),
      limit: 1,
      detail: `${ms(of('proof'))} against ${ms(of('bare'))} of the bare command${sandbox === 'on' ? ' × 1.15 + 150 ms' : ` + ${ms(of('copy'))} of a copy`}`,
    };
  } finally {
    rmSync(project.folder, { recursive: true, force: true });
  }
};
