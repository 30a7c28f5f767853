/** Paths that decide how a fix is judged are not changed by the fix, whatever they are called. */
import { describe, expect, it } from 'vitest';
import { Config, type ConfigInput } from '../../config/schema.ts';
import type { Snapshot } from '../../model/run/snapshot.ts';
import { exampleFinding, exampleSnapshot } from '../../../test/support/loop/examples.ts';
import { protectedPaths } from './protected.ts';

type Case = { files: string[]; facts?: Partial<Snapshot>; config?: ConfigInput; inFile?: string };

const reasonOf = ({ files, facts = {}, config = {}, inFile = 'src/a.ts' }: Case): string | undefined => {
  const subject = {
    findings: [{ ...exampleFinding('a'), file: inFile }],
    config: Config.parse(config),
    isMachineMade: false,
  };
  const change = { ...exampleSnapshot(...files), ...facts };
  return protectedPaths.judge({ change }, subject)?.get('a')?.reason;
};

const allow = (...globs: string[]): ConfigInput => ({ gates: { allow: globs.map((glob) => `path:${glob}`) } });

const eitherOnes = [
  'package-lock.json',
  'web/yarn.lock',
  'Cargo.lock',
  'go.sum',
  'package.json',
  'services/api/pyproject.toml',
  'requirements/dev.txt',
  'pom.xml',
  'app/build.gradle.kts',
  'Makefile',
  'justfile',
  'tox.ini',
  'noxfile.py',
  'jest.config.ts',
  '.npmrc',
  '.mvn/maven.config',
];

const bothOnes = [
  '.github/workflows/ci.yml',
  '.gitlab-ci.yml',
  '.circleci/config.yml',
  'Jenkinsfile',
  '.githooks/pre-commit',
  '.husky/pre-push',
  'lefthook.yml',
  '.pre-commit-config.yaml',
  'AGENTS.md',
  'packages/web/CLAUDE.md',
  'GEMINI.md',
  '.cursor/rules/house.mdc',
  '.cursorrules',
  '.claude/settings.json',
  '.github/copilot-instructions.md',
  '.fixpoint/dispositions.yaml',
  '.fixpoint/prompts/fix.md',
  'fixpoint.yaml',
];

describe('7.3 lock files, manifests and verification set-up', () => {
  it.each(eitherOnes)('are closed: %s', (path) => {
    expect(reasonOf({ files: ['src/a.ts', path] })).toContain(`changes ${path} (`);
  });

  it.each(eitherOnes)('are open to a finding in that very file, or where gates.allow permits: %s', (path) => {
    expect(reasonOf({ files: [path], inFile: path })).toBeUndefined();
    expect(reasonOf({ files: [path], config: allow(path) })).toBeUndefined();
    expect(reasonOf({ files: [path], config: allow('**') })).toBeUndefined();
    expect(reasonOf({ files: [path], inFile: `other/${path}`, config: allow('docs/**') })).toContain(
      'a finding in that very file',
    );
  });
});

describe('7.3 CI, hooks, agent instructions, dispositions, prompts and the configuration', () => {
  it.each(bothOnes)('need a finding in that very file and gates.allow: %s', (path) => {
    expect(reasonOf({ files: [path] })).toContain('and gates.allow has to permit it');
    expect(reasonOf({ files: [path], inFile: path })).toContain(`changes ${path} (`);
    expect(reasonOf({ files: [path], config: allow('**') })).toContain(`changes ${path} (`);
    expect(reasonOf({ files: [path], inFile: path, config: allow('**') })).toBeUndefined();
  });
});

describe('7.3 the same by another name', () => {
  it.each([
    'agents.MD',
    'Agents.md',
    './AGENTS.md',
    'docs/../AGENTS.md',
    '.GitHub/Workflows/ci.yml',
    'makefile',
    'MAKEFILE',
    'AGENTS.md.',
    'AGENT\u200BS.md',
    '\uFF21GENTS.md',
    '.github',
    '.claude',
  ])('%s', (path) => {
    expect(reasonOf({ files: [path] })).toContain('changes');
  });

  it('a rename from or to it', () => {
    expect(reasonOf({ files: ['notes.md'], facts: { renamed: { 'notes.md': 'AGENTS.md' } } })).toContain('AGENTS.md');
    expect(reasonOf({ files: ['AGENTS.md'], facts: { renamed: { 'AGENTS.md': 'notes.md' } } })).toContain('AGENTS.md');
  });

  it('a link in its place, one that leads to it, and what links make of it', () => {
    expect(reasonOf({ files: ['AGENTS.md'], facts: { links: { 'AGENTS.md': 'docs/house.md' } } })).toContain(
      'AGENTS.md',
    );
    expect(reasonOf({ files: ['notes'], facts: { links: { notes: '.github/workflows' } } })).toContain('notes (CI)');
    expect(reasonOf({ files: ['docs/house.md'], facts: { links: { 'CLAUDE.md': 'docs/house.md' } } })).toContain(
      'docs/house.md',
    );
    expect(reasonOf({ files: ['ci/a.yml'], facts: { links: { '.github/workflows': 'ci' } } })).toContain(
      'ci/a.yml (CI)',
    );
    expect(reasonOf({ files: ['src/a.ts'], facts: { links: { current: 'src' } } })).toBeUndefined();
  });
});

describe('7.3 files that verification is configured with', () => {
  const config: ConfigInput = {
    verify: {
      setup: ['./tools/prepare.sh --fast'],
      commands: ['bash ci/check && node tools/run.mjs', ['python3', 'scripts/verify.py', 'src/', 'tests/test_a.py']],
    },
  };

  it.each(['tools/prepare.sh', 'ci/check', 'tools/run.mjs', 'scripts/verify.py', 'Tools/Run.mjs'])('%s', (path) => {
    expect(reasonOf({ files: [path], config })).toContain('verification set-up');
    expect(reasonOf({ files: [path], config, inFile: path })).toBeUndefined();
  });

  it.each(['tests/test_a.py', 'src/a.ts', 'tools/other.sh', 'README.md', 'src/package.json.ts', 'docs/agents.html'])(
    'and nothing else: %s',
    (path) => {
      expect(reasonOf({ files: [path], config })).toBeUndefined();
    },
  );
});
