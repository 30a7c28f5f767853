/** Records a shell script as an agent in a workspace of a real repository, and plays it again in another. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandAgent } from '../../src/adapters/agents/command/command.ts';
import type { Recorder } from '../../src/adapters/agents/recording/folder-recorder.ts';
import { openRecorder, recordingAgent } from '../../src/adapters/agents/recording/recording.ts';
import { openReplay, type Replay } from '../../src/adapters/agents/recording/replay.ts';
import { createRunProcess } from '../../src/adapters/process/run-process.ts';
import type { FixInput } from '../../src/model/answer.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { AgentEvent, AgentRequest, AgentResult } from '../../src/ports/agent.ts';
import type { Capture, Custody } from '../../src/ports/repo.ts';
import { createSecrets } from '../../src/secrets/secrets.ts';
import { agentRequest } from './agent-request.ts';

export const secret = 'plum-tree-4711-canary';
const secrets = createSecrets({ HOUSE_API_KEY: secret });

export const head = {
  fixpoint: '1.0.0',
  run: 'run-1',
  start: 'a'.repeat(40),
  agent: 'house',
  agents: { house: { kind: 'command' } },
};

export const record = async (folder: string, run = head.run): Promise<Recorder> => {
  const recorder = await openRecorder(folder, { ...head, run }, secrets);
  if ('problem' in recorder) throw new Error(recorder.problem);
  return recorder;
};

export const replay = (folder: string): Replay => {
  const opened = openReplay(folder);
  if ('problem' in opened) throw new Error(opened.problem);
  return opened;
};

const finding = (code: string, id: string): Finding => ({
  id,
  code,
  severity: 'high',
  category: 'bug',
  title: 't',
  description: 'd',
  reviewer: 'r',
  level: 'blocking',
});

export const inputAbout = (codes: readonly string[], more: Partial<FixInput> & { ids?: string } = {}): FixInput => {
  const { ids = 'id', ...rest } = more;
  return {
    role: 'fix',
    run: 'run-1',
    findings: codes.map((code) => finding(code, `${ids}-${code}`)),
    attempts: {},
    todo: {},
    verify: [],
    conventions: [],
    ...rest,
  };
};

export type Called = { result: AgentResult; events: AgentEvent[]; capture: Capture };

type Asked = Partial<AgentRequest> & { codes?: readonly string[] };

const call = async (
  custody: Custody,
  { codes = ['F001'], ...asked }: Asked,
  run: (request: AgentRequest, onEvent: (event: AgentEvent) => void) => Promise<AgentResult>,
): Promise<Called> => {
  const workspace = await custody.workspace(custody.start.commit, 'agent');
  const events: AgentEvent[] = [];
  const scratch = mkdtempSync(join(tmpdir(), 'fixpoint-scratch-'));
  try {
    const input = asked.input ?? inputAbout(codes);
    const result = await run(agentRequest({ workspace: workspace.path, scratch, ...asked, input }), (event) =>
      events.push(event),
    );
    return { result, events, capture: await custody.capture(workspace, custody.start.commit) };
  } finally {
    await workspace.release();
    rmSync(scratch, { recursive: true, force: true });
  }
};

const never = new AbortController().signal;
const runProcess = createRunProcess({ graceMs: 300 });

/** Calls a script as agent `house`, written down; what it changed is given to the recorder as the loop does. */
export const recorded = (custody: Custody, recorder: Recorder, script: string, asked: Asked = {}): Promise<Called> => {
  const agent = recordingAgent(commandAgent('house', { command: script, env: [] }, { runProcess }), recorder);
  let workspace = '';
  return call(custody, asked, (request, onEvent) => {
    ({ workspace } = request);
    return agent.run(request, { signal: never, onEvent });
  }).then(async (called) => {
    const problem = await recorder.patch(workspace, called.capture.patch);
    if (problem !== null) throw new Error(problem);
    return called;
  });
};

export const replayed = (custody: Custody, { agent }: Replay, asked: Asked = {}, name = 'house'): Promise<Called> =>
  call(custody, asked, (request, onEvent) => agent(name).run(request, { signal: never, onEvent }));
