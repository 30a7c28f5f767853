/** One case of the contract: a model, a home, a workspace and a scratch folder of its own. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { AgentEvent, AgentHooks, AgentRequest, AgentResult } from '../../src/ports/agent.ts';
import { agentRequest } from '../support/agent-request.ts';
import { finding, inputOf } from '../support/answer-client.ts';
import { type ModelServer, type Script, startModel } from '../support/model/server.ts';
import { processesOf } from '../support/processes.ts';
import { removeByForce } from '../support/remove-by-force.ts';
import { homesIn, type Place, type Subject } from './subject.ts';

export const file = 'greeting.txt';

export type Case = {
  model: ModelServer;
  home: string;
  workspace: string;
  /** A folder beside the workspace, which is nobody's business. */
  outside: string;
  /** One call in a process of its own; what it showed is in `events`. */
  ask: (
    request?: Partial<AgentRequest> & { tools?: Place['tools'] },
    hooks?: Partial<AgentHooks>,
  ) => Promise<AgentResult>;
  events: AgentEvent[];
  read: (name?: string) => string;
  close: () => Promise<void>;
};

export const openCase = async (subject: Subject, script: Script): Promise<Case> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `fixpoint-contract-${subject.name}-`)));
  const home = realpathSync(mkdtempSync(join(homesIn(subject), `fixpoint-home-${subject.name}-`)));
  const [workspace, outside] = [join(folder, 'workspace'), join(folder, 'outside')];
  for (const each of [workspace, outside]) mkdirSync(each);
  writeFileSync(join(workspace, file), 'Hello wrold\n');
  writeFileSync(join(outside, file), 'Hello wrold\n');
  const model = await startModel(subject.protocol, script);
  const events: AgentEvent[] = [];
  return {
    model,
    home,
    workspace,
    outside,
    events,
    ask: async ({ tools = 'working', ...request } = {}, hooks = {}) =>
      subject.agent({ model, home, workspace, tools }).run(
        agentRequest({
          workspace,
          scratch: mkdtempSync(join(folder, 'scratch-')),
          // A name of its own: what is left of a run is ended by it.
          input: { ...inputOf([finding(1), finding(2)]), run: basename(folder) },
          prompt: 'Fix the spelling.',
          ...request,
        }),
        { signal: new AbortController().signal, onEvent: (event) => events.push(event), ...hooks },
      ),
    read: (name = file) => readFileSync(join(workspace, name), 'utf8'),
    close: async () => {
      await model.close();
      for (const { pid } of processesOf(home)) process.kill(pid, 'SIGKILL');
      removeByForce(folder);
      removeByForce(home);
    },
  };
};

/** On a busy machine an agent may not even have begun when its limit comes: then once more, with more time. */
export const patiently = async (firstMs: number, attempt: (ms: number) => Promise<boolean>): Promise<void> => {
  for (const ms of [firstMs, 3 * firstMs]) if (await attempt(ms)) return;
  if (!(await attempt(9 * firstMs))) throw new Error('never begun, however long it was given');
};
