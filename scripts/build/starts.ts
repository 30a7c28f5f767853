/**
 * Which modules are loaded together. Left to itself, the bundler makes a file for each set of `import()` by which
 * modules are reached: a run would load 184 files, most of them with a few lines.
 */
const entry = ['cli/main.ts'];

const command = [...entry, 'cli/program.ts'];

const list = [
  ...command,
  'adapters/git/door/shells.ts',
  'adapters/journal/sqlite-journal.ts',
  'adapters/process/end.ts',
  'app/runs/status.ts',
  'wiring/local.ts',
];

const report = [
  ...list,
  'adapters/journal/stored-text.ts',
  'app/runs/query.ts',
  'loop/standing.ts',
  'loop/state/fold.ts',
  'model/start-request.ts',
  'report/text/text.ts',
  'secrets/secrets.ts',
  'wiring/doors/artifacts.ts',
];

const look = [...report, 'app/explain/explain.ts', 'app/prompts/prompts.ts'];

const repository = [...look, 'adapters/git/user/open-repo.ts', 'wiring/files.ts'];

const findings = [...repository, 'app/dispose/list.ts', 'app/findings/read.ts'];

const run = [
  ...findings,
  'adapters/agents/found/agent-facts.ts',
  'adapters/agents/found/find-agents.ts',
  'adapters/agents/found/find-program.ts',
  'adapters/agents/shared/cli-agent.ts',
  'adapters/inspector/inspector.ts',
  'adapters/process/run-process.ts',
  'adapters/sandbox/runtime-sandbox.ts',
  'adapters/trackers/trackers.ts',
  'app/index.ts',
  'cli/accept.ts',
  'cli/drive.ts',
  'report/markdown/markdown.ts',
  'views/announce.ts',
  'views/lines/lines.ts',
  'wiring/cage.ts',
  'wiring/doors/private-start.ts',
  'wiring/doors/trackers.ts',
  'wiring/engine.ts',
];

/** What Fixpoint is started for, by the modules of `src` that are loaded then, with all that they import. */
export const starts: Readonly<Record<string, readonly string[]>> = {
  entry,
  command,
  list,
  report,
  look,
  repository,
  findings,
  run,
  inspector: ['adapters/inspector/worker.ts'],
  answers: ['adapters/agents/answering/answer-server.ts', 'adapters/agents/answering/server.ts'],
};
