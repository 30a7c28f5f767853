/** `--session`: findings, answers and conversation of a run that reviewed, asked or planned, for one that goes on. */
import { preparatorySession } from '../../loop/decide/calls/session.ts';
import type { FindingState, RunState } from '../../loop/state/state.ts';
import { InputError } from '../../model/expected.ts';
import type { Finding } from '../../model/finding.ts';
import type { Clarified } from '../../model/run/clarified.ts';
import { given } from '../../plain/given.ts';
import type { App } from '../app.ts';
import { type FixOptions, workFolder } from '../options.ts';
import { findRun } from '../runs/find-run.ts';
import { readState } from '../runs/read-run.ts';
import { openIfThere } from '../runs/whereabouts.ts';

export type EarlierSession = {
  /** What it is called where findings come from it. */
  name: string;
  state: RunState;
  findings: Finding[];
  /** With the ids that the findings have in the run that goes on; undefined of a review, which asks nothing. */
  clarifiedFor: (findings: readonly Finding[]) => Clarified | undefined;
};

/** InputError when there is nothing to go on with, or the request says itself what the session brings along. */
export const readSession = async (
  app: App,
  { session, from, plan, clarify, answers, cwd }: FixOptions,
): Promise<EarlierSession | undefined> => {
  if (session === undefined) return undefined;
  if (from.length > 0)
    throw new InputError(`--session ${session} brings its own findings along. Leave out --from, or --session.`);
  const { run } = await findRun(app, { run: session, cwd });
  const state = await readState(app, run);
  if (!wasReview(state) && (clarify === true || answers !== undefined))
    throw new InputError(
      `--session ${session} has asked already. Answer with \`fixpoint clarify --session ${session} --answers FILE\`.`,
    );
  await refuseForeign(app, state, cwd);
  refuseUnready(state, plan);
  return sessionOf(state);
};

/** Its findings are about files of another repository, where this one has nothing of what it looked at. */
const refuseForeign = async (app: App, { run: { id, started } }: RunState, cwd?: string): Promise<void> => {
  const { repository, root } = started;
  const here = repository && (await openIfThere(app, workFolder({ cwd })));
  if (!here || (await here.has(repository.commit))) return;
  throw new InputError(
    `Run ${id} is about the repository at ${root}, and the one at ${here.root} does not have the commit that it ` +
      `started from (${repository.commit.slice(0, 12)}). Change to it, or fetch that commit.`,
    'conflict',
  );
};

const wasReview = ({ run }: RunState): boolean => run.started.command === 'review';

const refuseUnready = (state: RunState, plan: string | undefined): void => {
  if (wasReview(state)) {
    refuseUnfinished(state);
    return;
  }
  const { id, started } = state.run;
  const { finished } = state.end;
  const { command } = started;
  if (command !== 'clarify' && command !== 'plan')
    throw new InputError(
      `Run ${id} neither asked nor planned nor only reviewed (fixpoint ${command}), so there is nothing to go on ` +
        'with. Name one of `fixpoint review`, `fixpoint clarify` or `fixpoint plan`.',
    );
  if (command === 'plan' && plan === undefined)
    throw new InputError(`Run ${id} made a plan. Carry it out with --plan FILE --session ${id}.`);
  if (!finished || finished.stopReason !== undefined || finished.status === 'failed')
    throw new InputError(
      `Run ${id} is not ready to plan: it waits for answers, or did not come to its end. ` +
        `\`fixpoint clarify --session ${id}\` says how it stands.`,
      'conflict',
    );
};

const refuseUnfinished = ({ run: { id }, end: { finished } }: RunState): void => {
  if (!finished)
    throw new InputError(
      `Review ${id} is not finished. Resume it with \`fixpoint resume ${id}\`, or start over with \`fixpoint review\`.`,
      'conflict',
    );
};

/** What was neither dismissed nor left for another reason. */
const wasPrepared = ({ cause }: FindingState): boolean => cause === 'disabled';

const sessionOf = (state: RunState): EarlierSession => {
  const findings = [...state.findings.values()].filter(wasPrepared).map(({ finding }) => finding);
  const name = `${state.run.started.command} ${state.run.id}`;
  if (wasReview(state)) return { name, state, findings, clarifiedFor: () => undefined };
  const agent = state.config.clarify.agent ?? state.config.plan.agent;
  const conversation = agent === undefined ? undefined : preparatorySession(state, agent);
  return {
    name,
    state,
    findings,
    clarifiedFor: (now) => ({
      run: state.run.id,
      questions: questionsFor(state, now),
      ...given({ agent, session: conversation }),
    }),
  };
};

const questionsFor = ({ people, findings }: RunState, now: readonly Finding[]): Clarified['questions'] => {
  const idByCode = new Map(now.map(({ code, id }) => [code, id]));
  return [...people.questions.values()].flatMap(({ id, question, context, finding, answer = '' }) => {
    const idNow = idByCode.get(findings.get(finding)?.finding.code ?? '');
    return idNow === undefined ? [] : [{ id, question, answer, finding: idNow, ...given({ context }) }];
  });
};
