/** `fixpoint doctor`: says what a run lacks, before one is started. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../src/app/doctor/doctor.ts';
import type { DoctorItem } from '../../src/app/doctor/item.ts';
import type { Ended } from '../support/fixpoint.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = openSandbox({ 'src/a.txt': 'a\n', 'fixpoint.yaml': 'verify: { commands: ["true"] }\n' });
});
afterEach(() => sandbox.dispose());

const install = (name: string, script: string): void => {
  const folder = join(sandbox.folder, 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
};

/** Only what a system brings along, and what the test installed. */
const around = (env: Record<string, string> = {}): { env: Record<string, string> } => ({
  env: { ...sandbox.env, PATH: `${join(sandbox.folder, 'bin')}:/usr/bin:/bin`, ...env },
});

const diagnose = async (
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<{ ended: Ended; found: Diagnosis }> => {
  const ended = await sandbox.run(['doctor', '--json', ...args], around(env));
  return { ended, found: JSON.parse(ended.stdout) };
};

const of = ({ items }: Diagnosis, area: DoctorItem['area'], verdict?: DoctorItem['verdict']): DoctorItem[] =>
  items.filter((item) => item.area === area && (verdict === undefined || item.verdict === verdict));

const messages = (items: readonly DoctorItem[]): string =>
  items.map(({ message, remedy }) => `${message} -> ${remedy ?? ''}`).join('\n');

describe('doctor', () => {
  it('ends with 0 when a run can start, and names the agent that would fix', async () => {
    install('claude', 'echo "2.1.325 (Claude Code)"');
    const { ended, found } = await diagnose([], { ANTHROPIC_API_KEY: 'canary-of-a-key' });
    expect(found.items.filter(({ verdict }) => verdict === 'problem')).toEqual([]);
    expect(ended.code).toBe(0);
    expect(messages(of(found, 'agents', 'ok'))).toMatch(
      /claude 2\.1\.325: signed in \(ANTHROPIC_API_KEY\)[^]*claude would fix/,
    );
    expect(messages(of(found, 'repository', 'ok'))).toContain(sandbox.root);
    expect(messages(of(found, 'configuration', 'ok'))).toContain('fixpoint.yaml');
    expect(messages(of(found, 'git', 'ok'))).toContain('git version');
    expect(new Set(found.items.map(({ area }) => area))).toEqual(
      new Set(['node', 'git', 'repository', 'configuration', 'state', 'runs', 'sandbox', 'agents']),
    );
    expect(ended.stdout + ended.stderr).not.toContain('canary-of-a-key');
  });

  it('warns when there is no agent, and says how to get one', async () => {
    const ended = await sandbox.run(['doctor'], around());
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/! agents {9}no agent works, so only machine-made fixes are applied\n +→ install one/);
    expect(ended.stdout).toMatch(/claude: not installed\n +→ npm install -g/);
    expect(ended.stdout).toMatch(
      /`fixpoint fix FILE` can start, with \d warnings\. `fixpoint run` cannot: no linter or agent is here to review\./,
    );
    const quiet = await sandbox.run(['doctor', '--quiet'], around());
    expect(quiet.stdout).not.toContain('✓');
    expect(quiet.stdout).toContain('no agent works');
  });

  it('says how to sign in to the agent that is configured', async () => {
    install('codex', 'echo "codex-cli 0.166.0"');
    const { ended, found } = await diagnose(['--set', 'fix.agent=codex'], { ANTHROPIC_API_KEY: 'x' });
    expect(ended.code).toBe(1);
    expect(messages(of(found, 'agents', 'problem'))).toMatch(
      /^codex is to fix, and cannot: codex 0\.166\.0: not signed in .* -> run `codex login`/,
    );
  });

  it('4.17 looks at every agent of a ladder', async () => {
    install('house', 'true');
    const command = (program: string): string => JSON.stringify({ kind: 'command', command: [program] });
    const { ended, found } = await diagnose(
      [
        `agents.cheap=${command('house')}`,
        `agents.strong=${command('./missing')}`,
        'fix.agents=[cheap, strong]',
      ].flatMap((each) => ['--set', each]),
    );
    expect(ended.code).toBe(1);
    expect(messages(of(found, 'agents', 'ok'))).toMatch(/cheap fixes, as configured: .*bin\/house/);
    expect(messages(of(found, 'agents', 'problem'))).toMatch(/strong is to fix, but there is no program \.\/missing/);
  });

  it('looks for the program of any other agent, and starts none of them', async () => {
    const sign = join(sandbox.folder, 'started');
    install('house', `touch ${sign}`);
    const house = (command: string): string[] => [
      '--set',
      `agents.house={"kind":"command","command":${command}}`,
      '--set',
      'fix.agent=house',
    ];
    expect(messages(of((await diagnose(house('["house"]'))).found, 'agents', 'ok'))).toMatch(
      /house fixes, as configured: .*bin\/house/,
    );
    const { ended, found } = await diagnose(house('["./missing"]'));
    expect(ended.code).toBe(1);
    expect(messages(of(found, 'agents', 'problem'))).toMatch(
      /there is no program \.\/missing -> install it, or correct agents\.house\.command/,
    );
    expect(existsSync(sign)).toBe(false);
  });

  it('does not hang on programs that do, and leaves none of them running', async () => {
    const children = join(sandbox.folder, 'children');
    for (const name of ['claude', 'gemini']) install(name, `trap "" TERM; echo $$ >> ${children}; sleep 300`);
    const { found } = await diagnose([], { ANTHROPIC_API_KEY: 'x' });
    expect(messages(of(found, 'agents'))).toMatch(/claude: .*did not end within 10 s/);
    expect(messages(of(found, 'agents'))).toMatch(/gemini: .*did not end within 10 s/);
    expect(readdirSync('/proc').filter((pid) => existsSync(`/proc/${pid}/cwd`) && isOurs(pid, children))).toEqual([]);
  }, 60_000);

  it('does not ask a git that hangs for more', async () => {
    install('git', 'exec sleep 300');
    const { ended, found } = await diagnose();
    expect(ended.code).toBe(1);
    expect(messages(of(found, 'git', 'problem'))).toMatch(/git --version did not end within 10 s -> install git/);
  }, 60_000);

  it('places what is wrong with the configuration', async () => {
    sandbox.write('fixpoint.yaml', 'fix:\n  concurency: 8\nverify: { commands: 3 }\n');
    const { ended, found } = await diagnose();
    expect(ended.code).toBe(1);
    expect(messages(of(found, 'configuration', 'problem'))).toMatch(
      /fixpoint\.yaml:2:3.*concurency[^]*fixpoint\.yaml:3:\d+.*commands/,
    );
  });

  it('warns of what is missing: identity, verification, reviewers', async () => {
    sandbox.write('fixpoint.yaml', '{}\n');
    const { found } = await diagnose([], { GIT_CONFIG_GLOBAL: '/dev/null' });
    expect(messages(of(found, 'repository', 'warning'))).toMatch(/No git identity/);
    expect(messages(of(found, 'project', 'warning'))).toMatch(/nothing was found that verifies fixes/);
    expect(messages(of(found, 'configuration', 'warning'))).toMatch(/no linter is configured or was found/);
  });

  it('works outside of every repository, and says so', async () => {
    const ended = await sandbox.run(['doctor', '--json'], { ...around(), cwd: sandbox.outside });
    const found: Diagnosis = JSON.parse(ended.stdout);
    expect(ended.code).toBe(1);
    expect(messages(of(found, 'repository', 'problem'))).toMatch(/is not in a git repository/);
    expect(of(found, 'agents').length).toBeGreaterThan(3);
  });

  it('says when the state folder cannot be used', async () => {
    writeFileSync(join(sandbox.folder, 'file'), '');
    const { ended, found } = await diagnose([], { XDG_STATE_HOME: join(sandbox.folder, 'file') });
    expect(ended.code).toBe(1);
    expect(messages(of(found, 'state', 'problem'))).toMatch(/state folder .* cannot be made.* Set XDG_STATE_HOME/);
  });

  it('names runs that were interrupted', async () => {
    const from = sandbox.findings([{ code: 'F1', file: 'src/a.txt', line: 1 }]);
    const sign = join(sandbox.folder, 'sign');
    install('slow', `touch ${sign}; sleep 300`);
    let pid = 0;
    const started = sandbox.run(['fix', '--from', from, '--agent-command', 'slow'], {
      ...around(),
      onStart: (id) => (pid = id),
    });
    while (!existsSync(sign)) await new Promise((done) => setTimeout(done, 20));
    process.kill(pid, 'SIGKILL');
    await started;
    // Cancelling ends what the killed run left running; it must happen whatever is found.
    const { found } = await diagnose();
    await sandbox.run(['cancel', 'latest'], around());
    const [run] = of(found, 'runs', 'warning');
    expect(run).toMatchObject({
      message: expect.stringMatching(/was interrupted$/),
      remedy: expect.stringMatching(/^fixpoint resume /),
    });
    expect(of((await diagnose()).found, 'runs')).toMatchObject([{ verdict: 'ok' }]);
  });

  it('4.11 prints no secret that a program or the configuration gives away', async () => {
    install('claude', 'echo "plum-tree-4711-canary is bad" >&2; exit 1');
    const ended = await sandbox.run(['doctor'], around({ HOUSE_API_KEY: 'plum-tree-4711-canary' }));
    expect(ended.stdout).toMatch(/claude: .*ended with 1: \[redacted\] is bad/);
  });
});

/** Processes whose id one of the programs wrote down. */
const isOurs = (pid: string, file: string): boolean => {
  try {
    return readFileSync(file, 'utf8').split('\n').includes(pid);
  } catch {
    return false;
  }
};
