/** What tests of an agent's driver have in common: saved streams, a request, a process that has ended. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliDriver, CliReading } from '../../src/adapters/agents/shared/driver.ts';
import type { AgentEvent, AgentRequest } from '../../src/ports/agent.ts';
import type { ProcessOutcome } from '../../src/ports/process.ts';
import { agentRequest } from './agent-request.ts';
import { finding, inputOf } from './answer-client.ts';

const streams = join(import.meta.dirname, '../fixtures/agent-streams');

/** The lines of a stream that the real program printed: `claude-edit`, `codex-hello`. */
export const savedStream = (name: string): string[] => readFileSync(join(streams, `${name}.jsonl`), 'utf8').split('\n');

export const driverRequest = (more: Partial<AgentRequest> = {}): AgentRequest =>
  agentRequest({ input: inputOf([finding(1)]), workspace: '/workspace', scratch: '/scratch', ...more });

export const exited = (exitCode: number | null = 0, stderr = ''): ProcessOutcome => ({
  status: 'exited',
  exitCode,
  signal: null,
  stdout: '',
  stderr,
  stdoutBytes: 0,
  stderrBytes: 0,
  durationMs: 1,
});

export type Read = { reading: CliReading; events: AgentEvent[]; isOver: boolean };

/** All lines, and then the end of the process. */
export const readWith = (
  driver: CliDriver,
  lines: readonly string[],
  request: AgentRequest,
  process: ProcessOutcome,
): Read => {
  const reader = driver.reader(request);
  const events = lines.flatMap((line) => reader.line(line));
  return { events, isOver: reader.isOver(), reading: reader.end(process) };
};
