/**
 * Fixpoint as a library: all that the command line does.
 *
 * ```ts
 * import { fix } from 'fixpoint';
 * const run = await fix({ from: ['results.sarif'], set: { 'verify.commands': ['npm test'] } });
 * for await (const event of run.events) console.log(event.type);
 * const report = await run.result;
 * ```
 */
export {
  apply,
  artifactPath,
  cancel,
  dismiss,
  dispositions,
  doctor,
  ejectPrompt,
  EndedAtOnce,
  fix,
  InputError,
  listPrompts,
  plan,
  preview,
  readFindings,
  removeDispositions,
  report,
  resume,
  review,
  run,
  showPrompt,
  status,
} from './app/index.ts';
export type {
  Applied,
  AskUser,
  Diagnosis,
  Dismissed,
  DismissOptions,
  DoctorItem,
  DoctorOptions,
  FixOptions,
  ListedDisposition,
  ListedPrompt,
  Options,
  PlanOptions,
  Preview,
  ReadFindingsOptions,
  RunHandle,
  RunOverview,
  ShownPrompt,
  StartOptions,
} from './app/index.ts';
export { ConfigError } from './config/error.ts';
export { Expected } from './model/expected.ts';
export type { ExpectedKind } from './model/expected.ts';
export type { Config, ConfigInput } from './config/schema.ts';
export type { Attempt } from './model/attempt.ts';
export type { Question } from './model/call.ts';
export type { Challenge } from './model/challenge.ts';
export type { Disposition, DispositionKind } from './model/disposition.ts';
export type { RunEvent, RunStatus, StopReason, StoredEvent } from './model/event.ts';
export type { Finding, FindingStatus, Severity } from './model/finding.ts';
export type { ListedFinding, Listing } from './model/listing.ts';
export type { Proof } from './model/proof.ts';
export type { Report, ReportFinding } from './model/report.ts';
export type { Verification } from './model/verification.ts';
export type { Clarification, FixTodo, MasterTodo } from './model/todo.ts';
export { NotTheWriterError } from './ports/journal.ts';
export { RepoError } from './ports/repo.ts';
export { FindingsError } from './findings/read/error.ts';
