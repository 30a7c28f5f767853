/** The contract with the real codex, and what is its own. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { answerTools, readReported } from '../../src/adapters/agents/answering/answer-tools.ts';
import { cliAgent } from '../../src/adapters/agents/shared/cli-agent.ts';
import type { Cage } from '../../src/adapters/agents/shared/run-call.ts';
import { codexDriver } from '../../src/adapters/agents/codex/codex.ts';
import { runProcess } from '../../src/adapters/process/run-process.ts';
import { runtimeSandbox } from '../../src/adapters/sandbox/runtime-sandbox.ts';
import { openaiResponses } from '../support/model/openai-responses.ts';
import type { Turn } from '../support/model/protocol.ts';
import { turns } from '../support/model/server.ts';
import { realAgent } from '../support/real-agents.ts';
import { type Case, file, openCase } from './case.ts';
import { contractAgent, type Place, type Subject } from './subject.ts';
import { agentContract } from './suite.ts';

/** It will not have its folder among temporary files. */
const homesIn = join(import.meta.dirname, '../../node_modules/.cache/codex-homes');
mkdirSync(homesIn, { recursive: true });

const environmentOf = (place: Place): Record<string, string> => ({
  OPENAI_BASE_URL: `${place.model.url}/v1`,
  OPENAI_API_KEY: 'sk-scripted',
});

/** It gives the tool that edits files only to models that it knows. */
const model = 'gpt-5.5';

const subject: Subject = {
  name: 'codex',
  protocol: openaiResponses,
  homesIn,
  agent: (place) =>
    contractAgent('codex', codexDriver, {
      program: realAgent('codex'),
      place,
      environment: environmentOf(place),
      model,
    }),
  call: {
    edit: ({ file: name, find, replace }) => {
      const patch = [
        '*** Begin Patch',
        `*** Update File: ${name}`,
        '@@',
        `-Hello ${find}`,
        `+Hello ${replace}`,
        '*** End Patch',
        '',
      ];
      return [{ name: 'apply_patch', input: { input: patch.join('\n') } }];
    },
    // In a shell that stays, and waited for as long as can be: it goes on without what takes longer.
    shell: (line) => ({ name: 'exec_command', input: { cmd: `${line}\nexit $?`, yield_time_ms: 30_000 } }),
    report: (report) => ({ name: 'report_outcome', input: report }),
  },
  structured: (value) => ({ text: JSON.stringify(value) }),
  cannot: { commands: 'it reads files by commands too, and keeps them from harm by its sandbox instead' },
};

agentContract(subject);

const open: Case[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
const start = async (agent: Subject['agent'], ...list: Turn[]): Promise<Case> => {
  const opened = await openCase({ ...subject, agent }, turns(...list));
  open.push(opened);
  return opened;
};
const done: Turn = { text: 'Done.' };
const shell = (line: string): Turn => ({ tools: [subject.call.shell(line)] });
const edit: Turn = { tools: subject.call.edit({ workspace: '', file, find: 'wrold', replace: 'world' }) };

describe('codex: what is the user’s', () => {
  it('4.1 leaves servers, hooks, instructions and skills alone, of the user and of the repository', async () => {
    const here = await start(subject.agent, shell('true'), done);
    const settings = (whose: string): string => `
developer_instructions = "Say xyzzy-${whose}."
notify = ["touch", "${here.outside}/notified-${whose}"]
[mcp_servers.other]
command = "touch"
args = ["${here.outside}/served-${whose}"]
[[hooks.SessionStart]]
[[hooks.SessionStart.hooks]]
type = "command"
command = "touch ${here.outside}/hooked-${whose}"
[projects."${here.workspace}"]
trust_level = "trusted"
`;
    for (const [folder, whose] of [
      [here.home, 'user'],
      [here.workspace, 'repository'],
    ] as const) {
      mkdirSync(join(folder, '.codex/skills/own'), { recursive: true });
      writeFileSync(join(folder, '.codex/config.toml'), settings(whose));
      writeFileSync(
        join(folder, '.codex/skills/own/SKILL.md'),
        `---\nname: own\ndescription: xyzzy-skill-${whose}\n---\n`,
      );
    }
    expect(await here.ask()).toMatchObject({ outcome: 'ok', problems: [] });
    expect(JSON.stringify(here.model.requests)).not.toContain('xyzzy');
    for (const what of ['notified', 'served', 'hooked']) {
      for (const whose of ['user', 'repository'])
        expect(existsSync(join(here.outside, `${what}-${whose}`))).toBe(false);
    }
  });

  it('4.1 asks the model that the user’s settings name, with the headers that they hold', async () => {
    const agent: Subject['agent'] = (place) =>
      contractAgent('codex', codexDriver, { program: realAgent('codex'), place, environment: {} });
    const here = await start(agent, shell('env > seen.txt'), done);
    mkdirSync(join(here.home, '.codex'));
    writeFileSync(
      join(here.home, '.codex/config.toml'),
      `model = "mine-1"
model_provider = "mine"
[model_providers.mine]
name = "Mine"
base_url = "${here.model.url}/v1"
experimental_bearer_token = "token-of-mine"
http_headers = { X-Mine = "header-of-mine" }
`,
    );
    expect((await here.ask()).outcome).toBe('ok');
    expect(here.model.requests[0]).toMatchObject({
      body: { model: 'mine-1' },
      headers: { authorization: 'Bearer token-of-mine', 'x-mine': 'header-of-mine' },
    });
    expect(here.read('seen.txt')).not.toContain('of-mine');
  });

  it('4.11 keeps the key of the model from commands', async () => {
    const here = await start(subject.agent, shell('env > seen.txt'), done);
    expect((await here.ask()).outcome).toBe('ok');
    expect(here.model.requests[0]?.headers.authorization).toBe('Bearer sk-scripted');
    expect(here.read('seen.txt')).toContain('PATH=');
    expect(here.read('seen.txt')).not.toMatch(/sk-scripted|RUST_LOG/);
  });
});

const { usable } = await runtimeSandbox({ env: process.env }).check();

describe('codex: the sandbox', () => {
  it('4.7 keeps commands from writing outside the workspace and from the network', async () => {
    const here = await start(subject.agent);
    const reach = `node -e 'require("net").connect(${here.model.port}, "127.0.0.1").on("connect", () => require("fs").writeFileSync("reached", "")).on("error", () => {})'`;
    here.model.play(turns(shell(`touch made; touch ${here.outside}/made; mktemp > temporary; ${reach}`), done));
    expect((await here.ask()).outcome).toBe('ok');
    expect(existsSync(join(here.workspace, 'made'))).toBe(true);
    expect(here.read('temporary')).toMatch(/\S/);
    expect(existsSync(join(here.outside, 'made'))).toBe(false);
    expect(existsSync(join(here.workspace, 'reached'))).toBe(false);
  });

  it.runIf(usable)('4.9 says so where its own cannot be set up, and spends nothing more', async () => {
    const program = [
      'bwrap',
      '--dev-bind',
      '/',
      '/',
      '--unshare-user',
      '--disable-userns',
      '--',
      ...realAgent('codex'),
    ];
    const agent: Subject['agent'] = (place) =>
      contractAgent('codex', codexDriver, { program, place, environment: environmentOf(place), model });
    const here = await start(agent, shell('ls'), shell('ls'), { stall: true });
    expect(await here.ask()).toMatchObject({
      outcome: 'crashed',
      message: expect.stringMatching(/sandbox.*access: full/),
    });
  });

  const cageFor =
    (home: string): Cage =>
    ({ needs, ...request }) =>
      runtimeSandbox({ env: { ...process.env, HOME: home } }).wrap({
        ...request,
        ...needs,
        readable: [...needs.readable, join(import.meta.dirname, '../..')],
      });
  const caged: Subject['agent'] = (place) =>
    cliAgent('codex', codexDriver, {
      runProcess,
      program: realAgent('codex'),
      model,
      environment: { HOME: place.home, ...environmentOf(place) },
      answerTools,
      readReported,
      cage: cageFor(place.home),
    });

  it.runIf(usable)('4.7 does without its own in ours, and keeps to the same access', async () => {
    const here = await start(
      caged,
      edit,
      { tools: [subject.call.report({ id: 'F001', outcome: 'fixed', explanation: 'Done.' })] },
      done,
    );
    expect(await here.ask()).toMatchObject({ outcome: 'ok', answer: { outcomes: [{ id: 'id-1' }] }, problems: [] });
    expect(here.read()).toBe('Hello world\n');
    here.model.play(turns(shell(`echo x > ${file}; touch made; echo $? > ${here.outside}/made`), done));
    expect((await here.ask({ access: 'read' })).outcome).toBe('ok');
    expect(here.read()).toBe('Hello world\n');
    expect([join(here.workspace, 'made'), join(here.outside, 'made')].filter((each) => existsSync(each))).toEqual([]);
  });
});

describe('codex: failures of its own', () => {
  it('10.4 counts what a call used up before it failed, once', async () => {
    const first = { ...shell('true'), usage: { input: 4000, output: 80, cached: 1000 } };
    const here = await start(subject.agent, first, { fail: 500 });
    const one = await here.ask();
    expect(one).toMatchObject({
      outcome: 'overloaded',
      usage: { inputTokens: 4000, outputTokens: 80, cachedTokens: 1000 },
    });
    here.model.play(turns({ text: 'Done.', usage: { input: 4100, output: 7 } }));
    const two = await here.ask({ ...(one.session !== undefined && { session: one.session }) });
    expect(two).toMatchObject({ outcome: 'ok', usage: { inputTokens: 4100, outputTokens: 7, cachedTokens: 0 } });
  });

  it('4.9 cannot be reached', async () => {
    const environment = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', OPENAI_API_KEY: 'sk' };
    const agent: Subject['agent'] = (place) =>
      contractAgent('codex', codexDriver, { program: realAgent('codex'), place, environment, model });
    expect((await (await start(agent, done)).ask()).outcome).toBe('network');
  });

  it('4.9 has no more to give', async () => {
    const error = {
      type: 'usage_limit_reached',
      message: 'The usage limit has been reached',
      plan_type: 'plus',
      resets_in_seconds: 3600,
    };
    const limited = { ...subject, protocol: { ...openaiResponses, failure: () => ({ error }) } };
    const here = await openCase(limited, turns({ fail: 429 }));
    open.push(here);
    expect(await here.ask()).toMatchObject({ outcome: 'quota', message: expect.stringContaining('usage limit') });
  });
});
