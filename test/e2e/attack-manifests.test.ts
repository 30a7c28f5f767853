/**
 * No attacker is needed: package managers read more than manifests. A patch of anything that they read gets a set-up of
 * its own, however plain the command is.
 */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { attack, expectHeldThenFixed, freshClonePasses } from '../support/attack.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { sandboxHere } from '../support/caged.ts';
import type { Sandbox } from '../support/sandbox.ts';

const cages = (await sandboxHere()) ? (['auto', 'off'] as const) : (['off'] as const);

/** A package manager that does what the real one does with this one file: it copies, runs or links it. */
const manager = (box: Sandbox, name: string, read: string): string => {
  const program = join(box.outside, 'bin', name);
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, `#!/bin/sh\nmkdir -p deps && cat ${read} > deps/made\n`);
  chmodSync(program, 0o755);
  return `${dirname(program)}:${process.env['PATH']}`;
};

type Read = { command: string; reads: string; files: Record<string, string>; links?: Record<string, string> };

const json = (value: unknown): string => `${JSON.stringify(value)}\n`;

const reads: Record<string, Read> = {
  'a folder that npm installs from, named without a scheme': {
    command: 'npm ci',
    reads: 'lib/index.js',
    files: { 'package.json': json({ dependencies: { lib: './lib' } }), 'lib/package.json': '{}\n' },
  },
  'a lock file that is a link': {
    command: 'npm ci',
    reads: 'locks/main.json',
    files: { 'package.json': '{}\n' },
    links: { 'package-lock.json': 'locks/main.json' },
  },
  'what node-gyp compiles': {
    command: 'npm install',
    reads: 'src/addon.c',
    files: { 'package.json': '{}\n', 'binding.gyp': '{}\n' },
  },
  'the schema that Prisma generates its client from': {
    command: 'npm ci',
    reads: 'prisma/schema.prisma',
    files: { 'package.json': json({ dependencies: { '@prisma/client': '6' } }) },
  },
  'a package that pnpm copies': {
    command: 'pnpm install',
    reads: 'packages/a/index.js',
    files: {
      'package.json': json({ dependencies: { a: 'workspace:*' }, dependenciesMeta: { a: { injected: true } } }),
      'packages/a/package.json': '{}\n',
    },
  },
  'a patch that pnpm applies': {
    command: 'pnpm install --frozen-lockfile',
    reads: 'fixes/a.diff',
    files: { 'package.json': '{}\n', 'pnpm-workspace.yaml': 'patchedDependencies:\n  a@1: fixes/a.diff\n' },
  },
  'a file that .pnpmfile.cjs loads': {
    command: 'pnpm install',
    reads: 'tools/versions.js',
    files: { 'package.json': '{}\n', '.pnpmfile.cjs': "module.exports = require('./tools/versions.js');\n" },
  },
  'the yarn that .yarnrc.yml names': {
    command: 'yarn install --immutable',
    reads: 'tools/yarn.cjs',
    files: { 'package.json': '{}\n', '.yarnrc.yml': 'yarnPath: tools/yarn.cjs\n' },
  },
  'what node is told to load by .npmrc': {
    command: 'npm ci',
    reads: 'tools/hook.js',
    files: { 'package.json': '{}\n', '.npmrc': 'node-options=--require ./tools/hook.js\n' },
  },
  'a folder that composer installs from': {
    command: 'composer install',
    reads: 'lib/src/A.php',
    files: { 'composer.json': json({ repositories: [{ type: 'path', url: 'lib' }] }) },
  },
  'classes that composer makes a map of': {
    command: 'composer install',
    reads: 'src/A.php',
    files: { 'composer.json': json({ autoload: { classmap: ['src/'] } }) },
  },
  'a file that the Gemfile loads': {
    command: 'bundle install',
    reads: 'gems/common.rb',
    files: { Gemfile: 'require_relative "gems/common"\ngem "rake", require: false\n' },
  },
};

describe.each(cages)('what package managers read, sandbox: %s', (cage) => {
  it.each(Object.entries(reads))('5.3 %s', (_, read) =>
    inSandbox(
      async (box) => {
        for (const [link, target] of Object.entries(read.links ?? {})) symlinkSync(target, join(box.root, link));
        if (read.links) box.commitAll('links');
        const PATH = manager(box, read.command.split(' ')[0] ?? '', read.reads);
        const { report } = await attack(box, {
          findings: [{ code: 'F1', file: read.reads, line: 1 }],
          scenario: {
            findings: { F1: ['bad\n', 'good better\n'].map((write) => ({ edits: [{ file: read.reads, write }] })) },
          },
          setup: [read.command],
          verify: ['sh test.sh'],
          sandbox: cage,
          env: { PATH },
        });
        expectHeldThenFixed(report, 'F1');
      },
      {
        ...read.files,
        [read.reads]: 'good\n',
        'test.sh': 'echo REACHED; ! grep -q bad deps/made && grep -q good deps/made\n',
        '.gitignore': 'deps/\n',
      },
    ),
  );

  const install = [
    'python3 -m venv .venv --without-pip --system-site-packages',
    '.venv/bin/python -m pip install -q -r deps.txt',
  ];

  /** A wheel with nothing in it but its version. */
  const wheel = (box: Sandbox, version: string): void => {
    const code = [
      'import sys, zipfile',
      'version, folder = sys.argv[1:]',
      'z = zipfile.ZipFile(f"{folder}/demo-{version}-py3-none-any.whl", "w")',
      'info = f"demo-{version}.dist-info"',
      'z.writestr("demo.py", f"version = \\"{version}\\"\\n")',
      'z.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\\nName: demo\\nVersion: {version}\\n")',
      'z.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")',
      'z.writestr(f"{info}/RECORD", "")',
      'z.close()',
    ].join('\n');
    mkdirSync(join(box.root, 'wheels'), { recursive: true });
    execFileSync('python3', ['-c', code, version, join(box.root, 'wheels')]);
  };

  it('5.3 requirements in a file of any name, by a real pip', () =>
    inSandbox(
      async (box) => {
        for (const version of ['1.0', '1.1', '2.0']) wheel(box, version);
        box.commitAll('wheels');
        const needs = (version: string): string => `--no-index\n--find-links wheels\ndemo==${version}\n`;
        const { report } = await attack(box, {
          findings: [{ code: 'F1', file: 'deps.txt', line: 3 }],
          scenario: {
            findings: {
              F1: ['2.0', '1.1'].map((version) => ({ edits: [{ file: 'deps.txt', write: needs(version) }] })),
            },
          },
          setup: install,
          verify: ['.venv/bin/python test.py'],
          sandbox: cage,
          env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
        });
        expectHeldThenFixed(report, 'F1');
        expect(freshClonePasses(box, report, [...install, '.venv/bin/python test.py'])).toBe(true);
      },
      {
        'deps.txt': '--no-index\n--find-links wheels\ndemo==1.0\n',
        'test.py': 'import demo\nprint("REACHED", demo.version)\nassert demo.version.startswith("1.")\n',
        '.gitignore': '.venv\n__pycache__\n',
      },
    ));
});
