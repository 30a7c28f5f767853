/** The commands of README and the docs, and the code of the library page, run in a prepared repository. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allShown, root } from '../docs/commands.ts';

let home = '';
let repo = '';

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  HOME: home,
  XDG_STATE_HOME: join(home, 'state'),
  GIT_CONFIG_GLOBAL: join(home, 'gitconfig'),
  // Whoever names no agent gets the scripted one; docs cannot know what is installed here.
  FIXPOINT_SET_FIX__AGENT: 'house',
  FIXPOINT_SET_AGENTS__HOUSE: '{ kind: command, command: ./my-agent }',
});

const start = (
  program: string,
  args: readonly string[],
  input = '',
  more: NodeJS.ProcessEnv = {},
): SpawnSyncReturns<string> =>
  spawnSync(program, args, {
    cwd: repo,
    env: { ...environment(), ...more },
    input,
    encoding: 'utf8',
    timeout: 120_000,
  });

const write = (name: string, text: string): void => writeFileSync(join(repo, name), text);

const result = (line: number, message: string): object => ({
  ruleId: 'no-bad',
  level: 'error',
  message: { text: message },
  locations: [{ physicalLocation: { artifactLocation: { uri: 'a.js' }, region: { startLine: line } } }],
});

const sarif = (...results: object[]): string =>
  JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'house-lint' } }, results }] });

const agent = `#!/bin/sh
cat > /dev/null
sed -i 's/BAD/GOOD/' a.js
`;

const nineFaults = JSON.stringify([
  {
    name: 'nine',
    kind: 'tool',
    command: "grep -n nine nine.txt | sed 's/:.*/: a fault/; s/^/nine.txt:/'",
    format: 'lines',
  },
]);

const eslint = JSON.stringify([
  { filePath: 'a.js', messages: [{ ruleId: 'no-var', severity: 2, message: 'Unexpected var', line: 2 }] },
]);

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-docs-')));
  repo = join(home, 'repo');
  mkdirSync(repo);
  writeFileSync(
    join(home, 'gitconfig'),
    '[user]\n\tname = me\n\temail = me@example.org\n[init]\n\tdefaultBranch = main\n',
  );
  start('git', ['init', '-q']);
  write('a.js', 'exports.BAD = 1;\nvar b = 2;\n');
  write('package.json', JSON.stringify({ name: 'shown', scripts: { test: 'node a.js' } }));
  write('my-agent', agent);
  chmodSync(join(repo, 'my-agent'), 0o755);
  for (const name of ['results.sarif', 'new.sarif']) write(name, sarif(result(1, 'This is bad')));
  write('old.sarif', sarif());
  for (const name of ['lint.json', 'findings.json']) write(name, eslint);
  write('answers.json', '{}');
  write('nightly.yaml', '{}\n');
  write('nine.txt', Array.from({ length: 9 }, (_, n) => `nine${n + 1}`).join('\n'));
  start('git', ['add', '-A']);
  start('git', ['commit', '-qm', 'start']);
  start('git', ['update-ref', 'refs/remotes/origin/main', 'HEAD']);
  mkdirSync(join(repo, 'node_modules'));
  symlinkSync(root, join(repo, 'node_modules', 'fixpoint'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Commands of the docs in an order in which each finds what it needs, with how they end. */
const story: [command: string, ...codes: number[]][] = [
  ['fixpoint doctor', 0],
  ['fixpoint doctor --try', 0],
  ['fixpoint findings results.sarif lint.json', 0],
  ['fixpoint findings --sarif', 0],
  ['fixpoint findings --from new.sarif --baseline old.sarif', 0],
  ['fixpoint findings lint.json --exclude docs/', 0],
  ['fixpoint fix --from results.sarif --yes', 0, 2],
  ['fixpoint fix --from results.sarif --verify npm test', 0, 2],
  ['fixpoint fix --from results.sarif --agent-command ./my-agent --verify npm test', 0, 2],
  ['fixpoint fix --from results.sarif --record recording', 0, 2],
  ['fixpoint fix --from results.sarif --agent replay:recording', 0, 2],
  ['fixpoint fix --from - --base main --yes', 0, 2],
  ['fixpoint status', 0],
  ['fixpoint status --all', 0],
  ['fixpoint report', 0],
  ['fixpoint report --format html -o report.html', 0],
  ['fixpoint report --format sarif', 0],
  ['fixpoint report --format markdown -o report.md', 0],
  ['fixpoint report --format sarif -o fixpoint.sarif', 0],
  ['fixpoint plan --from findings.json -o plan/', 0, 2],
  ['fixpoint fix --plan plan', 0, 2],
  ['fixpoint fix --from findings.json --answers answers.json', 0, 2],
  ['fixpoint apply', 0],
  ['fixpoint dismiss F001 --from results.sarif --as suppressed --reason generated code', 0],
  ['fixpoint dispositions', 0],
  ['fixpoint leftovers list', 0],
  ['fixpoint leftovers flush', 0],
  ['fixpoint prompts list', 0],
  ['fixpoint prompts show python', 0],
  ['fixpoint prompts eject challenge', 0],
  ['fixpoint prompts eject python', 0],
  ['fixpoint prompts eject review', 0],
  ['fixpoint prompts show review --built-in', 0],
  ['fixpoint doctor --try --set sandbox=off', 0],
];

/** The same, where a linter is configured that finds nine faults, of which the last run fixed some. */
const storyOfLinter: typeof story = [
  ['fixpoint run', 0, 2],
  ['fixpoint run --agent-command ./my-agent', 0, 2],
  ['fixpoint run --base main --config-from main', 0, 2],
  ['fixpoint run --exclude vendor/ --exclude *.min.js', 0, 2],
  ['fixpoint run --config nightly.yaml --quiet', 0, 2],
  ['fixpoint run --include-dirty --new-since HEAD --in-place', 0, 2],
  ['fixpoint review', 2],
  ['fixpoint review --base main --config-from main', 2],
  ['fixpoint review --base origin/main --yes', 2],
  ['fixpoint fix', 0, 2],
  ['fixpoint explain F009', 0],
  ['fixpoint dismiss F003 --as refuted --reason the value is checked by the caller', 0],
  ['fixpoint dismiss F003 --as accepted --reason goes away with the old API', 0],
  ['fixpoint findings', 0],
  ['fixpoint plan', 0, 2],
  ['fixpoint init', 0],
];

/** What is shown and not run here, and why. */
const notRun: readonly (readonly [RegExp, string])[] = [
  [
    /--preset|--challenger|limits\.usd/,
    'needs an agent of a known price; test/seeds and test/e2e/budget*.test.ts run them',
  ],
  [/--agent (?:codex|haiku)/, 'needs agents that are not everywhere; test/contract runs the real ones'],
  [/F003|F004|F007|F009|f0123456789ab|20260301|20261116|\bRUN\b|A-q1|F001-s1/, 'names what only the example has'],
  [/--clarify|^fixpoint clarify/, 'asks somebody; test/e2e/clarify*.test.ts answer'],
  [/threads\.json|--from - /, 'reads what another program prints'],
  [/^fixpoint resume/, 'needs a run that was stopped; test/e2e/resume*.test.ts stop one'],
];

/** `npm test` was two words in quotes. */
const argsOf = (command: string): string[] => {
  const shown = allShown().find(({ text }) => text === command);
  if (!shown) throw new Error(`the docs do not show: ${command}`);
  return shown.args;
};

describe('13.4 the docs', () => {
  it.each(story.map(([command, ...codes]) => ({ command, codes })))('run $command', ({ command, codes }) => {
    const { status, stdout, stderr } = start(join(root, 'bin/fixpoint'), argsOf(command), sarif(result(1, 'bad')));
    expect(codes, `${stdout}\n${stderr}`).toContain(status);
  });

  it.each(storyOfLinter.map(([command, ...codes]) => ({ command, codes })))(
    'run $command where a linter is configured',
    ({ command, codes }) => {
      const env = { FIXPOINT_SET_REVIEWERS: nineFaults };
      const input = sarif(result(1, 'bad'));
      const { status, stdout, stderr } = start(join(root, 'bin/fixpoint'), argsOf(command), input, env);
      expect(codes, `${stdout}\n${stderr}`).toContain(status);
    },
  );

  it('show no command in a block that is neither run nor listed with a reason', () => {
    const known = new Set([...story, ...storyOfLinter].map(([command]) => command));
    const isListed = (text: string): boolean => notRun.some(([pattern]) => pattern.test(text));
    const left = allShown().filter(({ text, inBlock }) => inBlock && !known.has(text) && !isListed(text));
    expect(left.map(({ page, line, text }) => `${page}:${line} ${text}`)).toEqual([]);
  });

  const blocks = [...readFileSync(join(root, 'docs/library.md'), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)];

  it.each(blocks.map(([, code = ''], index) => [index + 1, code] as const))(
    'run block %i of the library page',
    (n, code) => {
      // Whoever calls the library names the agent; the page cannot know it.
      write(`block-${n}.mjs`, code.replace("'limits.usd': 5", "'limits.minutes': 5"));
      const { status, stdout, stderr } = start(process.execPath, [`block-${n}.mjs`]);
      expect(status, `${stdout}\n${stderr}`).toBe(0);
      expect(stdout).not.toBe('');
    },
  );
});
