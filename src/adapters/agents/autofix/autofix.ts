/** The built-in agent: applies the machine-made edits of findings. No model, no key, no cost. */
import type { Outcome } from '../../../model/answer.ts';
import { editFile } from '../../../findings/edits/place-edits.ts';
import type { Finding } from '../../../model/finding.ts';
import type { TextEdit } from '../../../model/finding/edits.ts';
import { machine } from '../../../model/run/machine-made.ts';
import type { Agent, AgentRequest, AgentResult } from '../../../ports/agent.ts';
import { readWorkspaceFile, replaceWorkspaceFile, type WorkspaceFile } from '../shared/workspace-file.ts';

export const autofixAgent = (): Agent => ({
  name: machine,
  run: async (request, { signal, onEvent }) => {
    const done: Fixed[] = [];
    for (const finding of request.input.findings) {
      if (signal.aborted) return { ...ended(done), outcome: 'cancelled', message: 'cancelled' };
      const outcome = await fixFinding(finding, request);
      const line = `${finding.code}: ${outcome.outcome}, ${outcome.explanation}`;
      onEvent?.({ kind: 'text', text: `${line}\n` });
      done.push({ outcome, line });
    }
    return { ...ended(done), outcome: 'ok' };
  },
});

type Fixed = { outcome: Outcome; line: string };

const ended = (done: readonly Fixed[]): Omit<AgentResult, 'outcome'> => ({
  answer: { outcomes: done.map(({ outcome }) => outcome) },
  text: done.at(-1)?.line ?? '',
  transcript: done.map(({ line }) => line).join('\n'),
  usage: {},
  denials: [],
  problems: [],
});

const fixFinding = async (finding: Finding, request: AgentRequest): Promise<Outcome> => {
  const result = await planAndWrite(finding, request);
  return {
    id: finding.id,
    outcome: 'reason' in result ? 'deferred' : 'fixed',
    explanation: result.reason ?? result.done,
  };
};

type Change = { file: string; found: WorkspaceFile; text: string };
type Done = { done: string; reason?: undefined } | { reason: string };

/** Every file is planned before the first is written. */
const planAndWrite = async (finding: Finding, request: AgentRequest): Promise<Done> => {
  const byFile = Map.groupBy(finding.edits ?? [], ({ file }) => file);
  const changes: Change[] = [];
  for (const [file, ofFile] of byFile) {
    const change = await planFile(finding, file, ofFile, request);
    if ('reason' in change) return { reason: `its machine-made fix cannot be applied: ${change.reason}` };
    if (change.text !== change.found.text) changes.push(change);
  }
  if (changes.length > 0) return writeAll(changes);
  return { reason: byFile.size === 0 ? 'it has no machine-made fix' : 'its machine-made fix changes nothing' };
};

const planFile = async (
  finding: Finding,
  file: string,
  edits: readonly TextEdit[],
  request: AgentRequest,
): Promise<Change | { reason: string }> => {
  const found = await readWorkspaceFile(request.workspace, file);
  if ('reason' in found) return found;
  const start = await request.startText(file);
  if (start === null) return { reason: `${file} was not there as text at the start of the run` };
  const result = editFile(finding, edits, start, found.text);
  return 'reason' in result ? { reason: `${file}: ${result.reason}` } : { file, found, text: result.text };
};

/** All files or none: when one cannot be written, those before it get their text back. */
const writeAll = async (changes: readonly Change[]): Promise<Done> => {
  const written: Change[] = [];
  try {
    for (const change of changes) {
      await replaceWorkspaceFile(change.found, change.text);
      written.push(change);
    }
    return { done: `applied its machine-made fix to ${changes.map(({ file }) => file).join(', ')}` };
  } catch (error) {
    for (const { found } of written) await replaceWorkspaceFile(found, found.text);
    return {
      reason: `its machine-made fix cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
};
