import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import { choose, madeBy, type Presence } from './recognise.ts';
import { presenceOf, readProbe } from './presence.ts';
import type { KnownTool } from './tool.ts';
import { knownTools } from './tools/index.ts';

const makers = (reviewer: string, rule: string | undefined, file: string, title = 'problem'): string[] =>
  madeBy({ reviewer, rule, title, file }).map(({ name }) => name);

const finding = (id: string, facts: Partial<Finding>): Finding => ({
  id,
  code: id,
  severity: 'high',
  category: 'c',
  title: 'problem',
  description: '',
  reviewer: 'import',
  level: 'blocking',
  ...facts,
});

const toolNamed = (name: string): KnownTool => {
  const tool = knownTools.find((each) => each.name === name);
  if (!tool) throw new Error(`no ${name}`);
  return tool;
};

describe('recognising the tool that made a report', () => {
  it.each([
    ['eslint', 'no-var', 'a.js', ['eslint']],
    ['ESLint', 'anything/at-all', 'a.js', ['eslint']],
    ['ESLint 9.1', 'no-var', 'a.js', ['eslint']],
    ['checkstyle', 'eslint.rules.no-var', 'a.js', ['eslint']],
    ['import', 'no-var', 'a.js', ['eslint']],
    ['import', 'TS2322', 'a.ts', ['tsc']],
    ['import', 'F401', 'a.py', ['flake8', 'ruff']],
    ['import', 'PLR0913', 'a.py', ['ruff']],
    ['import', 'C0114', 'a.py', ['ruff', 'pylint']],
    ['import', 'arg-type', 'a.py', ['mypy']],
    ['import', 'reportMissingImports', 'a.py', ['pyright']],
    ['Bandit', 'B101', 'a.py', ['bandit']],
    ['import', 'SC2086', 'run', ['shellcheck']],
    ['checkstyle', 'ShellCheck.SC2086', 'run.sh', ['shellcheck']],
    ['stylelint', 'block-no-empty', 'a.css', ['stylelint']],
    ['Biome', 'lint/style/useConst', 'a.ts', ['biome']],
    ['import', 'lint/style/useConst', 'a.ts', ['biome']],
    ['import', 'eslint(no-debugger)', 'a.ts', ['oxlint']],
    ['import', 'errcheck', 'a.go', ['golangci-lint']],
    ['import', 'MD013/line-length', 'a.md', ['markdownlint']],
    ['import', undefined, 'a.py', []],
    ['security', 'sql-injection', 'a.py', []],
    ['security', undefined, 'a.go', []],
  ])('5.10 %s, rule %s in %s', (reviewer, rule, file, expected) => {
    expect(makers(reviewer, rule, file)).toEqual(expected);
  });

  it('5.10 go vet by its words, since its lines have no rule', () => {
    expect(makers('import', undefined, 'a.go', 'declared and not used: x')).toEqual(['go vet']);
  });

  it('5.10 every tool is there once, and runs a program of its own', () => {
    expect(new Set(knownTools.map(({ name }) => name)).size).toBe(knownTools.length);
    for (const tool of knownTools) {
      const [program = ''] = tool.programs;
      expect(JSON.stringify(tool.command(program))).toContain(program);
    }
  });
});

describe('choosing among the tools', () => {
  const flake8 = toolNamed('flake8');
  const ruff = toolNamed('ruff');
  const here = (program: string): Presence => ({ program });
  const gone = (name: string): Presence => ({ missing: `${name} is not in the repository` });
  const f401 = finding('f', { rule: 'F401', file: 'a.py' });

  it('5.10 takes the first that the repository has', () => {
    const both = new Map([
      [flake8, here('flake8')],
      [ruff, here('ruff')],
    ]);
    expect(choose([f401], both).chosen).toEqual([{ tool: flake8, program: 'flake8', findings: [f401] }]);
    expect(choose([f401], new Map([...both, [flake8, gone('flake8')]])).chosen).toMatchObject([
      { tool: { name: 'ruff' } },
    ]);
  });

  it('5.10 says why nobody looks again', () => {
    const none = new Map([
      [flake8, gone('flake8')],
      [ruff, gone('ruff')],
    ]);
    expect(choose([f401, finding('x', {})], none)).toEqual({
      chosen: [],
      nobody: [
        { findings: ['f'], reason: 'flake8 is not in the repository, ruff is not in the repository' },
        { findings: ['x'], reason: 'the tool behind this is not known (--recheck CMD names it)' },
      ],
    });
  });

  it('5.10 both tools look at a finding that both of them reported', () => {
    const eslint = toolNamed('eslint');
    const tsc = toolNamed('tsc');
    const said = { severity: 'high', category: 'c', title: 't' } as const;
    const merged = finding('m', {
      file: 'a.ts',
      merged: [
        { ...said, reviewer: 'eslint', rule: 'no-undef' },
        { ...said, reviewer: 'import', rule: 'TS2304' },
      ],
    });
    const { chosen } = choose(
      [merged],
      new Map([
        [eslint, here('eslint')],
        [tsc, here('tsc')],
      ]),
    );
    expect(chosen.map(({ tool }) => tool.name)).toEqual(['eslint', 'tsc']);
  });
});

describe('whether a repository has a tool', () => {
  const eslint = toolNamed('eslint');
  const texts = (files: Record<string, string>) => (file: string) => files[file] ?? null;

  it('5.10 in its workspace, or on the PATH where it configures it', () => {
    expect(presenceOf(eslint, readProbe('eslint=node_modules/.bin/eslint\n'), texts({}))).toEqual({
      program: 'node_modules/.bin/eslint',
    });
    const onPath = readProbe('eslint=eslint\n');
    expect(presenceOf(eslint, onPath, texts({ 'eslint.config.js': '' }))).toEqual({ program: 'eslint' });
    expect(presenceOf(eslint, onPath, texts({ 'package.json': '{"devDependencies":{"eslint":"9"}}' }))).toEqual({
      program: 'eslint',
    });
    expect(presenceOf(eslint, onPath, texts({ 'package.json': '{"name":"eslint"}' }))).toEqual({
      missing: 'eslint is on the PATH, but the repository does not configure it',
    });
    expect(presenceOf(eslint, readProbe(''), texts({ 'eslint.config.js': '' }))).toEqual({
      missing: 'eslint is not in the repository',
    });
  });

  it.each([
    ['pyproject.toml', '[tool.flake8]\n'],
    ['setup.cfg', '[flake8]\nmax-line-length = 100\n'],
    ['tox.ini', '[testenv]\ndeps =\n  flake8\n'],
    ['requirements-dev.txt', 'pytest\nflake8==7\n'],
    ['pyproject.toml', '[project.optional-dependencies]\ndev = ["pytest", "flake8>=6"]\n'],
  ])('5.10 configured in %s: %j', (file, text) => {
    expect(presenceOf(toolNamed('flake8'), readProbe('flake8=flake8'), texts({ [file]: text }))).toEqual({
      program: 'flake8',
    });
  });
});
