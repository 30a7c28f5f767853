/** Real agents in the sandbox: they work, answer and go on, and a command of theirs gets nowhere. */
import { createServer } from 'node:http';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { answerTools, readReported } from '../../src/adapters/agents/answering/answer-tools.ts';
import { claudeDriver } from '../../src/adapters/agents/claude/claude.ts';
import { cliAgent } from '../../src/adapters/agents/shared/cli-agent.ts';
import type { Cage } from '../../src/adapters/agents/shared/run-call.ts';
import type { CliDriver } from '../../src/adapters/agents/shared/driver.ts';
import { codexDriver } from '../../src/adapters/agents/codex/codex.ts';
import { geminiDriver } from '../../src/adapters/agents/gemini/gemini.ts';
import { runProcess } from '../../src/adapters/process/run-process.ts';
import { runtimeSandbox } from '../../src/adapters/sandbox/runtime-sandbox.ts';
import { type Case, openCase } from '../contract/case.ts';
import type { Place, Subject } from '../contract/subject.ts';
import { canary, sandboxHere } from '../support/caged.ts';
import { anthropic } from '../support/model/anthropic.ts';
import { gemini } from '../support/model/gemini.ts';
import { openaiResponses } from '../support/model/openai-responses.ts';
import { turns } from '../support/model/server.ts';
import { type RealAgent, realAgent } from '../support/real-agents.ts';

const isUsable = await sandboxHere();

/** It will not have its folder among temporary files. */
const homesIn = join(import.meta.dirname, '../../node_modules/.cache/caged-homes');
mkdirSync(homesIn, { recursive: true });

const cageIn = (place: Place): Cage => {
  const sandbox = runtimeSandbox({ env: { PATH: process.env['PATH'] ?? '', HOME: place.home } });
  return ({ needs, ...request }) => sandbox.wrap({ ...request, ...needs });
};

type Environment = (url: string) => Record<string, string>;

const cagedAgent =
  (name: RealAgent, driver: CliDriver, environment: Environment, model?: string): Subject['agent'] =>
  (place) =>
    cliAgent(name, driver, {
      runProcess,
      program: realAgent(name),
      model,
      environment: { HOME: place.home, ...environment(place.model.url) },
      answerTools,
      readReported,
      cage: cageIn(place),
    });

const subjects: readonly Subject[] = [
  {
    name: 'claude',
    protocol: anthropic,
    homesIn,
    agent: cagedAgent('claude', claudeDriver, (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'scripted' })),
    call: {
      edit: () => [],
      shell: (command) => ({ name: 'Bash', input: { command, description: 'Runs it' } }),
      report: (report) => ({ name: 'mcp__fixpoint__report_outcome', input: report }),
    },
  },
  {
    name: 'codex',
    protocol: openaiResponses,
    homesIn,
    agent: cagedAgent(
      'codex',
      codexDriver,
      (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'scripted' }),
      'gpt-5.5',
    ),
    call: {
      edit: () => [],
      shell: (line) => ({ name: 'exec_command', input: { cmd: `${line}\nexit $?`, yield_time_ms: 30_000 } }),
      report: (report) => ({ name: 'report_outcome', input: report }),
    },
  },
  {
    name: 'gemini',
    protocol: gemini,
    homesIn,
    agent: cagedAgent('gemini', geminiDriver, (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'scripted' })),
    call: {
      edit: () => [],
      shell: (command) => ({ name: 'run_shell_command', input: { command } }),
      report: (report) => ({ name: 'mcp_fixpoint_report_outcome', input: report }),
    },
  },
];

describe.runIf(isUsable).each(subjects.map((subject) => [subject.name, subject] as const))(
  '%s in a sandbox',
  (_, subject) => {
    const open: { close: () => unknown }[] = [];
    afterEach(async () => {
      for (const each of open.splice(0)) await each.close();
    });

    /** A server that is none of the agent's business. */
    const strange = async (): Promise<{ url: string; asked: () => number }> => {
      let asked = 0;
      const server = createServer((_, response) => {
        asked += 1;
        response.end('reached');
      });
      open.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`, asked: () => asked };
    };

    it('R47 4.11 works, answers and goes on, while its commands reach no secret, no other folder and no other server', async () => {
      const other = await strange();
      const command = 'sh probe.sh';
      const report = { id: 'F001', outcome: 'fixed', explanation: 'Written.' };
      const here: Case = await openCase(
        subject,
        turns({ tools: [subject.call.shell(command)] }, { tools: [subject.call.report(report)] }, { text: 'Done.' }),
      );
      open.push(here);
      writeFileSync(join(here.home, '.netrc'), canary);
      writeFileSync(join(here.outside, 'secret'), canary);
      writeFileSync(
        join(here.workspace, 'probe.sh'),
        `echo inside >inside.txt
       cat "$HOME/.netrc" '${here.home}/.netrc' '${here.outside}/secret' /proc/*/environ | tr '\\0' '\\n' | grep -e ${canary} -e FIXPOINT_TEST_CANARY
       echo x >'${here.outside}/made'; echo x >'${here.home}/made'
       curl -sS -m 10 ${other.url}
       echo probed`,
      );
      process.env['FIXPOINT_TEST_CANARY'] = canary;
      const first = await here.ask({ commands: [command], answerBy: 'tools' });
      delete process.env['FIXPOINT_TEST_CANARY'];
      expect(first).toMatchObject({
        outcome: 'ok',
        problems: [],
        denials: [],
        answer: { outcomes: [{ id: 'id-1', outcome: 'fixed' }] },
      });
      const seen = JSON.stringify(here.model.requests.map(({ body }) => body));
      expect(seen).toContain('probed');
      expect(seen).not.toContain(canary);
      expect(seen).not.toContain('reached');
      expect(other.asked()).toBe(0);
      expect(here.read('inside.txt')).toBe('inside\n');
      expect([join(here.outside, 'made'), join(here.home, 'made')].filter((file) => existsSync(file))).toEqual([]);

      here.model.play(turns({ text: 'Again.' }));
      const asked = here.model.requests.length;
      const second = await here.ask({
        answerBy: 'tools',
        ...(first.session === undefined ? {} : { session: first.session }),
      });
      expect(second.outcome).toBe('ok');
      expect(JSON.stringify(here.model.requests.slice(asked).map(({ body }) => body))).toContain('probed');
    });
  },
);
