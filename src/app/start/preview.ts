/** Shows what a run would ask, without running anything (requirement 4.3). */
import type { ReviewerConfig } from '../../config/schema.ts';
import { showCommand } from '../../config/values.ts';
import { willRun } from '../../config/will-run.ts';
import type { Clean } from '../../model/clean.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import type { App } from '../app.ts';
import type { FixOptions, StartOptions } from '../options.ts';
import { namedBase } from './base.ts';
import { readSession } from './earlier-session.ts';
import { withPlannedBranch } from './plan-branch.ts';
import { readPlanOf } from './plan-file.ts';
import { type Input, readInput } from './input.ts';
import { startRequest } from '../../model/start-request.ts';
import { openStart, type StartPlace } from './place.ts';
import { type Preview, unitsOf } from './preview-units.ts';

export const preview = async (app: App, options: FixOptions | StartOptions): Promise<Clean<Preview>> => {
  startRequest(options);
  const secrets = await app.secrets();
  return secrets.clean(await whatWouldRun(app, options, secrets));
};

const whatWouldRun = async (app: App, options: FixOptions | StartOptions, { clean }: Secrets): Promise<Preview> => {
  const place = await openStart(app, { ...options, needsReviewers: !('from' in options) });
  if (!('from' in options)) {
    const reviewers = place.config.reviewers.map(
      (reviewer) => `Would ask reviewer ${reviewer.name}: ${howAsked(reviewer)}`,
    );
    const unsure = 'What is asked of the fixer depends on what they find.';
    return { findings: [], units: [], notes: [...reviewers, unsure, ...startsIn('run', place)] };
  }
  const plan = await readPlanOf(app, options, place);
  const start = await withPlannedBranch(place, plan, options);
  const earlier = await readSession(app, options);
  const input = await readInput(app, options, start, plan ?? (earlier && { findings: earlier.findings, problems: [] }));
  const { base, remarks } = await namedBase(start, options);
  return {
    findings: input.taken.findings,
    units: await unitsOf({ options, place: start, input, plan, base, clean }),
    notes: [
      ...(earlier && plan === undefined ? [`Findings from ${earlier.name}.`] : []),
      ...notesOf(input),
      ...remarks.flatMap((remark) => (remark.type === 'warning' ? [remark.message] : [])),
      ...startsIn('fix', start),
    ],
  };
};

const howAsked = (reviewer: ReviewerConfig): string =>
  reviewer.kind === 'tool'
    ? showCommand(reviewer.command)
    : `agent ${reviewer.agent ?? 'none'}, skill ${reviewer.skill ?? reviewer.name}`;

/** What a run would start because the configuration says so; nothing of it is started here. */
const startsIn = (command: 'fix' | 'run', { config, from, file, replay }: StartPlace): string[] => {
  const starts = willRun(config, { command, asksReviewers: command === 'run', isReplayed: replay !== undefined });
  const where = from ? `${file ?? 'nothing'} of ${from.ref} (${from.commit.slice(0, 12)})` : file;
  const source = where === null ? '' : ` Configuration from ${where}.`;
  const listed = starts.map((each) => `${each.what}: ${each.command}`).join('; ');
  return starts.length === 0 ? [] : [`Would run ${listed}.${source}`];
};

const notesOf = ({ taken, problems }: Input): string[] => {
  const codes = new Map(taken.findings.map(({ id, code }) => [id, code]));
  return [
    ...problems.map(({ place, message }) => `${place}: ${message}`),
    ...taken.dismissed.map(({ id, reason }) => `${codes.get(id) ?? id} is dismissed: ${reason}`),
    ...taken.deleted.map((id) => `${codes.get(id) ?? id} is not fixed: Referenced file deleted`),
    ...taken.warnings,
  ];
};
