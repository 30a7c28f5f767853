/** Wires adapters into the loop, and nothing else does: what the command line and the library are made of. */
export { apply } from './compose/apply.ts';
export type { Applied } from './compose/apply.ts';
export { dismiss } from './compose/dismiss.ts';
export type { Dismissed, DismissOptions } from './compose/dismiss.ts';
export { dispositions, removeDispositions } from './compose/disposition-list.ts';
export type { ListedDisposition } from './compose/disposition-list.ts';
export { EndedAtOnce } from './compose/handle.ts';
export type { RunHandle } from './compose/handle.ts';
export { readFindings } from './compose/findings.ts';
export type { ReadFindingsOptions } from './compose/findings.ts';
export { InputError } from './compose/options.ts';
export type { FixOptions, Options, StartOptions } from './compose/options.ts';
export { preview } from './compose/preview.ts';
export type { Preview } from './compose/preview.ts';
export { artifactPath, report, status } from './compose/query.ts';
export type { RunOverview } from './compose/query.ts';
export { cancel, resume } from './compose/resume.ts';
export { fix, run } from './compose/start.ts';
