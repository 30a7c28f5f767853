/**
 * What one more call of the real claude costs inside a run, against the bare command line with the same prompt, model
 * and tools.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { answerTools } from '../src/adapters/agents/answering/answer-tools.ts';
import { claudeDriver } from '../src/adapters/agents/claude/claude.ts';
import { FixInput } from '../src/model/answer.ts';
import { realAgent } from '../test/support/real-agents.ts';
import { here, median, ms, program, type Result, time } from './measure.ts';
import { type BenchRepository, makeRepository } from './repository.ts';

const findings = 9;
const rounds = 3;

export const agentCall = async (sandbox: 'off' | 'on', limit: number): Promise<Result> => {
  const model = await startModelChild();
  try {
    const [inside, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const repository = makeRepository(50, findings);
      const env = environment(repository, model.url);
      try {
        inside.push(...steps(repository, env, sandbox));
        bare.push(...bareCalls(repository, env));
      } finally {
        repository.remove();
      }
    }
    return {
      name: `one more claude call in a run, sandbox ${sandbox}`,
      value: median(inside) / median(bare),
      limit,
      detail: `${ms(median(inside))} against ${ms(median(bare))} of the bare call`,
    };
  } finally {
    model.child.stdin?.end();
  }
};

const startModelChild = async (): Promise<{ url: string; child: ChildProcess }> => {
  const child = spawn(process.execPath, [here('model-child.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim())),
  );
  return { url, child };
};

const environment = (repository: BenchRepository, url: string): NodeJS.ProcessEnv => ({
  ...repository.env,
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: 'sk-ant-scripted',
});

/** The time from each step to the next, without the first, which also makes workspaces. */
const steps = (repository: BenchRepository, env: NodeJS.ProcessEnv, sandbox: string): number[] => {
  const settings = JSON.stringify({ kind: 'claude', command: realAgent('claude') });
  const more = [`agents.claude=${settings}`, 'fix.concurrency=1', `sandbox=${sandbox}`, 'findings.dedup=off'].flatMap(
    (each) => ['--set', each],
  );
  const command = [program, 'fix', '--from', repository.findings, '--agent', 'claude', ...more, '--jsonl'];
  const { stdout } = time(command, { cwd: repository.root, env, codes: [0, 2] });
  const events = stdout
    .trim()
    .split('\n')
    .map((line): { type: string; at: string; totals?: unknown } => JSON.parse(line));
  const accepted = events.filter(({ type }) => type === 'units.integrated').length;
  if (accepted !== findings) throw new Error(`${accepted} of ${findings} findings were fixed`);
  const starts = events.filter(({ type }) => type === 'step.started').map(({ at }) => Date.parse(at));
  return starts.slice(2).map((at, n) => at - (starts[n + 1] ?? Number.NaN));
};

/** The same arguments, files and tools, and nothing around them. */
const bareCalls = (repository: BenchRepository, env: NodeJS.ProcessEnv): number[] => {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-bench-bare-'));
  const [prompt, input] = [promptOf(repository), inputOf(repository)];
  try {
    return Array.from({ length: findings }, (_, n) => {
      const [workspace, scratch] = [join(folder, `work-${n}`), join(folder, `scratch-${n}`)];
      cpSync(repository.root, workspace, { recursive: true });
      mkdirSync(scratch);
      const call = claudeDriver.call(
        {
          role: 'fix',
          prompt,
          input,
          answerSchema: {},
          answerBy: 'tools',
          workspace,
          scratch,
          startText: async () => null,
          access: 'edit',
          commands: [],
          limits: { timeoutMs: 60_000, timeoutKey: 'agents.fake.timeout' },
        },
        {
          tools: { ...answerTools(scratch), args: [here('../dist/answer-server.js'), scratch] },
          environment: { HOME: repository.home },
        },
      );
      const files = { 'input.json': JSON.stringify(input), ...call.files };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(scratch, name), text);
      for (const [name, target] of Object.entries(call.links ?? {})) symlinkSync(target, join(scratch, name));
      const command = [...realAgent('claude'), ...call.args];
      return time(command, { cwd: workspace, env: { ...env, ...call.env }, input: call.stdin ?? '' }).ms;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The prompt of the first call of the run that was just measured. */
const promptOf = (repository: BenchRepository): string => readFileSync(firstPrompt(repository), 'utf8');

const firstPrompt = (repository: BenchRepository): string => {
  const { stdout } = time(['find', repository.state, '-path', '*/1.1.1/prompt.md'], {
    cwd: repository.root,
    env: repository.env,
  });
  const [file = ''] = stdout.trim().split('\n');
  if (dirname(file) === '.') throw new Error('the run has kept no prompt');
  return file;
};

const inputOf = (repository: BenchRepository): FixInput => {
  const { findings: [first] = [] } = JSON.parse(readFileSync(repository.findings, 'utf8'));
  const finding = { ...first, code: first.id, description: first.description, reviewer: 'import', level: 'blocking' };
  return FixInput.parse({
    role: 'fix',
    run: 'bench',
    findings: [finding],
    attempts: {},
    todo: {},
    verify: [],
    conventions: [],
  });
};
