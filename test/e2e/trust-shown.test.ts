/** What the configuration of a repository has started is shown before it is (docs/trust.md). */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { start, until } from '../support/fixing.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

let box: Sandbox;
let sign: string;
beforeEach(() => {
  box = openSandbox({ 'src/a.txt': 'bad\n' });
  sign = join(box.scratch, 'sign');
  const agent = join(box.scratch, 'agent.sh');
  writeFileSync(agent, `[ -e ${sign} ] || { touch ${sign}; sleep 300; }\necho good > src/a.txt\n`);
  box.write(
    'fixpoint.yaml',
    [
      `agents: { mine: { kind: command, command: [sh, ${agent}] }, idle: { kind: command, command: [never-started] } }`,
      'fix: { agent: mine }',
      'reviewers: [{ name: lint, kind: tool, command: "echo src/a.txt:1:1: error: bad word" }]',
      'verify: { setup: ["echo set-up"], commands: ["true"] }',
      'limits: { cycles: 1 }',
    ].join('\n'),
  );
  box.commitAll('configuration');
});
afterEach(() => box.dispose());

const shown =
  /^Will run set-up: echo set-up; reviewer lint: echo src\/a\.txt:1:1: error: bad word; agent mine: sh \S+agent\.sh\. Configuration from fixpoint\.yaml\.$/m;

it('13.3 a run shows what it will start, a dry run what it would; --quiet leaves it out, and resume shows it again', async () => {
  const dry = await box.run(['run', '--dry-run']);
  expect(dry.stdout).toMatch(
    /^Would run set-up: echo set-up; .*; verification: true\. Configuration from fixpoint\.yaml\.$/m,
  );
  expect(existsSync(sign)).toBe(false);

  const { pid, ended } = start(box, ['run']);
  await until(() => existsSync(sign));
  process.kill(pid, 'SIGKILL');
  const { stdout } = await ended;
  expect(stdout).toMatch(shown);
  expect(stdout.search(shown)).toBeLessThan(stdout.indexOf('Reviewing with lint'));
  expect(stdout).not.toContain('never-started');
  const resumed = await box.run(['resume']);
  expect(resumed.stdout).toMatch(
    /^Resuming run \S+; may run set-up: echo set-up; .*agent mine: sh \S+; verification: true$/m,
  );
  expect(resumed.stdout).toContain('from mine: changed src/a.txt');

  box.write('src/a.txt', 'bad again\n');
  box.commitAll('again');
  const json = await box.run(['run', '--json']);
  expect(json.stderr).toMatch(shown);
  const quiet = await box.run(['run', '--quiet']);
  expect(quiet.stdout + quiet.stderr).not.toMatch(/Will run|Configuration from/);
  const [first] = (await box.run(['run', '--jsonl'])).stdout.split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({
    type: 'run.started',
    configuration: { file: 'fixpoint.yaml' },
    config: { verify: { setup: ['echo set-up'] } },
  });
});

it('13.3 a review shows what it starts and no more, and nothing is shown where nothing is named', async () => {
  const review = await box.run(['review', '--set', 'plan.agent=idle']);
  expect(review.stdout).toMatch(
    /^Will run set-up: echo set-up; reviewer lint: .*; agent idle: never-started\. Configuration/m,
  );
  expect(review.stdout).not.toContain('agent mine');
  box.write('fixpoint.yaml', 'fix: { agent: autofix }\n');
  const from = box.findings([{ code: 'F1', file: 'src/a.txt', line: 1 }]);
  const bare = await box.run(['fix', '--from', from]);
  expect(bare.stdout).not.toMatch(/Will run|Configuration from/);
});
