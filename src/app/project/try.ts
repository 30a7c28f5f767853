/** `fixpoint doctor --try`: set-up and verification once, on the untouched start, in a clean room as in a run. */
import { stripVTControlCharacters } from 'node:util';
import type { Config } from '../../config/schema.ts';
import { type Command, showCommand } from '../../config/values.ts';
import { lastLines } from '../../plain/text.ts';
import type { ProcessOutcome } from '../../ports/process.ts';
import type { Engine } from '../../loop/engine.ts';
import type { App } from '../app.ts';
import type { DoctorItem } from '../doctor/item.ts';
import type { Place } from '../start/place.ts';
import { newRunId } from '../start/new-run-id.ts';

/** Each command as soon as it has ended. Leaves nothing behind: no run, no pin, no workspace. */
export async function* tryProject(app: App, place: Place, config: Config): AsyncGenerator<DoctorItem> {
  const undo = new AsyncDisposableStack();
  try {
    yield* inTrial(app, place, config, undo);
  } finally {
    await undo.disposeAsync();
  }
}

async function* inTrial(
  app: App,
  place: Place,
  config: Config,
  undo: AsyncDisposableStack,
): AsyncGenerator<DoctorItem> {
  const { engine, run } = await openTrial(app, place, config, undo);
  const opened = await engine.rooms.open({
    revision: engine.custody.start.tree,
    setup: { commands: config.verify.setup, timeoutMs: config.verify.timeout },
    process: { marker: run, env: engine.passEnv(config.verify.env) },
  });
  const setup = config.verify.setup.map(showCommand).join('; ');
  if (!opened.ok) {
    yield failed(`set-up (${setup}) failed: ${opened.reason}`, opened.output);
    return;
  }
  undo.defer(opened.room.close);
  if (setup !== '') yield passed(`set-up (${setup}) works`);
  for (const command of config.verify.commands) yield await tryCommand(opened.room, command, config.verify.timeout);
}

const openTrial = async (
  app: App,
  { repo, from }: Place,
  config: Config,
  undo: AsyncDisposableStack,
): Promise<{ engine: Engine; run: string }> => {
  const journal = await app.journal();
  const writer = await journal.create(newRunId(app.clock.now()), repo.id);
  const { run } = writer;
  undo.defer(writer.abandon);
  undo.defer(() => repo.discard(run));
  const custody = await repo.begin(run, { includeDirty: false, keep: from?.commit });
  undo.defer(custody.close);
  const engine = await app.openEngine({ repo, custody, config, run, from });
  undo.defer(engine.rooms.close);
  return { engine, run };
};

const keepBytes = 1_000_000;

const tryCommand = async (
  room: { run: (command: { command: Command; timeoutMs: number; keepBytes: number }) => Promise<ProcessOutcome> },
  command: Command,
  timeoutMs: number,
): Promise<DoctorItem> => {
  const outcome = await room.run({ command, timeoutMs, keepBytes });
  const seconds = (outcome.durationMs / 1000).toFixed(1);
  const name = `\`${showCommand(command)}\``;
  if (outcome.exitCode === 0) return passed(`${name} passes in ${seconds} s`);
  const how = outcome.status === 'exited' ? `exit ${outcome.exitCode ?? ''}` : outcome.status;
  return failed(
    `${name} fails on the untouched start (${how}, ${seconds} s)`,
    outcome.error ?? outcome.stdout + outcome.stderr,
  );
};

const passed = (message: string): DoctorItem => ({ area: 'project', verdict: 'ok', message });

const shownLines = 20;

const failed = (message: string, output: string): DoctorItem => ({
  area: 'project',
  verdict: 'problem',
  message,
  output: lastLines(stripVTControlCharacters(output).trim(), shownLines),
  remedy: 'until it passes, it proves nothing about a fix: correct it, or name another in fixpoint.yaml',
});
