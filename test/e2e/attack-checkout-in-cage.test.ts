/** An agent whose program lies in the checkout sees that file in its cage, and nothing else of the checkout. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunProcess } from '../../src/adapters/process/run-process.ts';
import { runtimeSandbox } from '../../src/adapters/sandbox/runtime-sandbox.ts';
import type { ProcessRequest } from '../../src/ports/process.ts';
import { sandboxHere } from '../support/caged.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

const isUsable = await sandboxHere();

let sandbox: Sandbox;
let root: string;
beforeEach(() => {
  sandbox = openSandbox({ 'src/a.txt': 'bad\n', '.gitignore': '.env\ndraft.txt\n' });
  root = sandbox.root;
});
afterEach(() => sandbox.dispose());

/** Writes what it sees of the checkout into the file that it fixes. */
const looks = (
  helper = 'true',
): string => `{ echo good; cat '${root}/.env'; ls -A '${root}'; ls -A '${root}/.git'; ${helper}; } >src/a.txt 2>/dev/null
echo '{"outcomes":[{"id":"F1","outcome":"fixed","explanation":"done"}]}' >"$FIXPOINT_ANSWER"
`;

const script = (file: string, text: string): void => {
  sandbox.write(file, text);
  chmodSync(join(root, file), 0o755);
};

/** What is not committed is in the checkout alone. */
const ready = (): void => {
  sandbox.commitAll('an agent');
  sandbox.write('.env', 'PLAIN=text-of-the-env-file\n');
  sandbox.write('draft.txt', 'uncommitted\n');
};

type Seen = { status: string | undefined; seen: string[] };

const caged = async (
  command: string | readonly string[],
  needs?: object,
  env: Record<string, string> = {},
  cwd = root,
): Promise<Seen> => {
  const settings = { kind: 'command', command, ...(needs && { needs }) };
  const from = sandbox.findings([{ code: 'F1', file: 'src/a.txt', line: 1 }]);
  const flags = [
    '--set',
    `agents.mine=${JSON.stringify(settings)}`,
    '--agent',
    'mine',
    '--verify',
    'grep -q good src/a.txt',
  ];
  const { report } = await sandbox.report(
    ['fix', '--from', from, ...flags, '--set', 'sandbox=on', '--set', 'limits.cycles=1'],
    {
      env: { ...sandbox.env, ...env },
      cwd,
    },
  );
  const { branch } = report;
  const text = branch === null ? '' : sandbox.git('--git-dir', join(cwd, '.git'), 'show', `${branch}:src/a.txt`);
  return { status: report.findings[0]?.status, seen: text.split('\n') };
};

/** The objects of the repository can be read, since the workspace borrows them. */
const expectOnly = ({ status, seen }: Seen, ...visible: string[]): void => {
  expect(status).toBe('fixed');
  expect(seen.filter((line) => line !== 'objects').sort()).toEqual(['.git', 'good', ...visible].sort());
};

describe.runIf(isUsable)('4.11 an agent whose program lies in the checkout sees in its cage', () => {
  it('the file alone', async () => {
    script('my-agent', `#!/bin/sh\n${looks()}`);
    ready();
    expectOnly(await caged('./my-agent'), 'my-agent');
  });

  it('the file alone behind a link in the checkout, or one that leads into it', async () => {
    script('tools/agent.sh', `#!/bin/sh\n${looks(`ls -A '${root}/tools'`)}`);
    sandbox.write('tools/secret.txt', 'secret\n');
    symlinkSync('tools/agent.sh', join(root, 'my-agent'));
    ready();
    symlinkSync(join(root, 'tools/agent.sh'), join(sandbox.outside, 'agent'));
    expectOnly(await caged([join(root, 'my-agent')]), 'my-agent', 'tools', 'agent.sh');
    expectOnly(await caged([join(sandbox.outside, 'agent')]), 'tools', 'agent.sh');
  });

  it('no helper beside it, unless needs.readable names that', async () => {
    script('tools/agent.sh', `#!/bin/sh\n${looks(`cat '${root}/tools/helper.txt'`)}`);
    sandbox.write('tools/helper.txt', 'helper\n');
    ready();
    const program = [join(root, 'tools/agent.sh')];
    expectOnly(await caged(program), 'tools');
    expectOnly(await caged(program, { readable: [join(root, 'tools/helper.txt')] }), 'tools', 'helper');
    expectOnly(await caged(program, { readable: [join(root, 'tools')] }), 'tools', 'helper');
  });

  it('no interpreter in the checkout, without which it does not start', async () => {
    script('tools/interpreter', '#!/bin/sh\nexec /bin/sh "$@"\n');
    script('my-agent', `#!${join(root, 'tools/interpreter')}\n${looks()}`);
    ready();
    expect(await caged([join(root, 'my-agent')])).toMatchObject({ status: 'blocked', seen: [''] });
    const needs = { readable: [join(root, 'tools/interpreter')] };
    expectOnly(await caged([join(root, 'my-agent')], needs), 'my-agent', 'tools');
  });

  it('of what is given to another program, the copy in its workspace', async () => {
    script('agent.sh', looks());
    ready();
    expectOnly(await caged(['sh', './agent.sh']));
    expect(await caged(['sh', join(root, 'agent.sh')])).toMatchObject({ status: 'blocked' });
    expectOnly(await caged(['sh', join(root, 'agent.sh')], { readable: [join(root, 'agent.sh')] }), 'agent.sh');
  });

  it('nothing because the PATH leads into the checkout, or a variable does', async () => {
    script('node_modules/.bin/my-agent', `#!/bin/sh\n${looks(`ls -A '${root}/node_modules'`)}`);
    ready();
    const env = {
      PATH: `${join(root, 'node_modules/.bin')}:${root}:${sandbox.env['PATH'] ?? ''}`,
      VIRTUAL_ENV: root,
      JAVA_HOME: root,
    };
    expectOnly(await caged(['my-agent'], undefined, env), 'node_modules', '.bin');
  });

  it.each(['its own name', 'a link'])(
    'nothing because the checkout lies in a folder of programs, by %s',
    async (name) => {
      const bin = join(sandbox.outside, 'bin');
      mkdirSync(bin);
      symlinkSync(bin, join(sandbox.outside, 'link'));
      const shown = name === 'a link' ? join(sandbox.outside, 'link') : bin;
      writeFileSync(join(bin, 'beside.txt'), 'beside\n');
      sandbox.git('clone', '--quiet', root, join(bin, 'repo'));
      root = join(bin, 'repo');
      writeFileSync(join(root, '.env'), 'PLAIN=text-of-the-env-file\n');
      const agent = join(sandbox.scratch, 'agent.sh');
      writeFileSync(
        agent,
        `#!/bin/sh\n${looks(`cat '${shown}/beside.txt' '${shown}/repo/.env'; ls -A '${shown}/repo'`)}`,
      );
      chmodSync(agent, 0o755);
      const { status, seen } = await caged([agent], undefined, { PATH: `${shown}:${sandbox.env['PATH'] ?? ''}` }, root);
      expect(status).toBe('fixed');
      // The folder of programs itself can be seen.
      expect(seen).toContain('beside');
      expect(seen.filter((line) => !['good', 'beside', '.git', 'objects'].includes(line))).toEqual([]);
    },
  );
});

it.runIf(isUsable)(
  '4.3 looking whether there can be a cage starts nothing of the checkout, inside or outside',
  async () => {
    for (const name of ['bwrap', 'socat', 'true']) script(`bin/${name}`, `#!/bin/sh\ntouch '${sandbox.folder}/sang'\n`);
    const env = { ...sandbox.env, PATH: `${join(root, 'bin')}:bin:${sandbox.env['PATH'] ?? ''}` };
    const runProcess = createRunProcess({ environment: env });
    const asked: ProcessRequest[] = [];
    const spied = (request: ProcessRequest): ReturnType<typeof runProcess> => {
      asked.push(request);
      return runProcess(request);
    };
    expect(await runtimeSandbox({ env, hidden: [root], runProcess: spied }).check()).toMatchObject({ usable: true });
    const inside = asked.filter(({ command }) => command.includes('true'));
    expect(inside).not.toEqual([]);
    for (const request of inside)
      expect(request.env?.['PATH']?.split(':')).not.toEqual(expect.arrayContaining([join(root, 'bin')]));
    for (const { command } of asked) expect(command[0]).toMatch(/^\/(?:usr\/)?(?:local\/)?bin\/bwrap$/);
  },
);
