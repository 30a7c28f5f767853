/** Shows what a run would ask, without running anything (requirement 4.3). */
import { createRedactor } from '../../secrets/redact.ts';
import type { ReviewerConfig } from '../../config/schema.ts';
import { showCommand } from '../../config/values.ts';
import { willRun } from '../../config/will-run.ts';
import { emptyState } from '../../loop/state/state.ts';
import { admissionEvents } from '../../findings/admit/take-up.ts';
import { fold } from '../../loop/state/fold.ts';
import { isSelected, turnsOf } from '../../loop/decide/turns.ts';
import { askFor } from '../../loop/perform/fix/ask.ts';
import type { Finding } from '../../model/finding.ts';
import { planStep } from '../../stages/plan/steps.ts';
import type { FixOptions, StartOptions } from '../options.ts';
import { planEvent, type PlannedFindings, readPlan } from './plan-file.ts';
import { type Input, readInput } from './start.ts';
import { openStart, type StartPlace } from './place.ts';
import { version } from '../../version.ts';

export type Preview = {
  findings: Finding[];
  units: { agent: string; findings: string[]; prompt: string | null }[];
  notes: string[];
};

export const preview = async (options: FixOptions | StartOptions): Promise<Preview> => {
  const place = await openStart({ ...options, needsReviewers: !('from' in options) });
  if (!('from' in options)) {
    const reviewers = place.config.reviewers.map(
      (reviewer) => `Would ask reviewer ${reviewer.name}: ${howAsked(reviewer)}`,
    );
    const notes = [...reviewers, 'What is asked of the fixer depends on what they find.', ...startsIn(options, place)];
    return { findings: [], units: [], notes };
  }
  const plan = options.plan === undefined ? undefined : await readPlan(options.plan, place);
  const input = await readInput(options, place, plan);
  return {
    findings: input.taken.findings,
    units: await unitsOf(options, place, input, plan),
    notes: [...notesOf(input), ...startsIn(options, place)],
  };
};

const howAsked = (reviewer: ReviewerConfig): string =>
  reviewer.kind === 'tool'
    ? showCommand(reviewer.command)
    : `agent ${reviewer.agent ?? 'none'}, skill ${reviewer.skill ?? reviewer.name}`;

/** What a run would start because the configuration says so; nothing of it is started here. */
const startsIn = ({ replay, ...options }: FixOptions | StartOptions, { config, from, file }: StartPlace): string[] => {
  const command = 'from' in options ? 'fix' : 'run';
  const { redact } = createRedactor(options.env ?? process.env);
  const starts = willRun(config, { command, asksReviewers: command === 'run', isReplayed: replay !== undefined });
  const where = from ? `${file ?? 'nothing'} of ${from.ref} (${from.commit.slice(0, 12)})` : file;
  const source = where === null ? '' : ` Configuration from ${where}.`;
  const listed = starts.map((each) => `${each.what}: ${redact(each.command)}`).join('; ');
  return starts.length === 0 ? [] : [`Would run ${listed}.${source}`];
};

const notesOf = ({ taken, problems }: Input): string[] => {
  const codes = new Map(taken.findings.map(({ id, code }) => [id, code]));
  return [
    ...problems.map(({ place, message }) => `${place}: ${message}`),
    ...taken.dismissed.map(({ id, reason }) => `${codes.get(id) ?? id} is dismissed: ${reason}`),
    ...taken.warnings,
  ];
};

/** The first call for each finding, as the plan would have it. */
const unitsOf = async (
  options: FixOptions,
  { repo, config, prompts, file, from }: StartPlace,
  { taken, reviewReport }: Input,
  plan: PlannedFindings | undefined,
): Promise<Preview['units']> => {
  const start = await repo.head();
  const state = emptyState('dry-run');
  const base = { run: 'dry-run', at: new Date().toISOString() };
  fold(state, {
    ...base,
    seq: 1,
    type: 'run.started',
    command: 'fix',
    root: repo.root,
    start,
    includesDirty: false,
    dirty: false,
    sources: options.from,
    config,
    version,
    configuration: { file, ...(from && { ref: from.ref, commit: from.commit }) },
    ...(reviewReport !== undefined && { reviewReport }),
    ...(Object.keys(prompts).length > 0 && { prompts }),
  });
  for (const [index, event] of admissionEvents(taken, []).entries()) fold(state, { ...base, seq: 2 + index, ...event });
  const { redact } = createRedactor(options.env ?? process.env);
  // Of a plan, a run sees one step at a time: all of them are to be shown.
  const all = turnsOf(state, 1, config).filter(({ finding }) => isSelected({ finding }, config));
  if (plan) fold(state, { ...base, seq: state.seq + 1, ...planEvent(plan, taken.findings) });
  const byId = new Map(all.map((turn) => [turn.finding.id, turn]));
  const turns = state.plan
    ? state.plan.steps.flatMap((step) => step.findings.flatMap((id) => byId.get(id) ?? []))
    : all;
  const planned = turns.flatMap((turn) =>
    turn.agent === 'autofix' || config.fix.mode === 'perFinding' ? planStep([turn], config.fix) : [],
  );
  const together = turns.filter((turn) => turn.agent !== 'autofix');
  const units =
    config.fix.mode !== 'perFinding' && together.length > 0 ? [...planned, ...planStep(together, config.fix)] : planned;
  return Promise.all(
    units.map(async ({ agent, findings }) => ({
      agent,
      findings,
      prompt:
        agent === 'autofix'
          ? null
          : (
              await askFor(
                { source: { start, readText: repo.readText }, redact, state, config },
                { ids: findings, base: start.commit, agent },
              )
            ).prompt,
    })),
  );
};
