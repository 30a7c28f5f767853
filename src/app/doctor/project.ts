/** What `doctor` says about the project: what was found where nothing is configured, and whether it works. */
import type { Config } from '../../config/schema.ts';
import { showCommand } from '../../config/values.ts';
import { type LeftOut, type Place as FoundAt, showPlaces } from '../../detect/found.ts';
import type { App } from '../app.ts';
import type { Options } from '../options.ts';
import { type Proposal, propose, settingsOf } from '../project/proposal.ts';
import { tryProject } from '../project/try.ts';
import { openPlace } from '../start/place.ts';
import { type DoctorItem, ok, problem, warning } from './item.ts';

const area = 'project';

type Wait = <T>(what: string, work: Promise<T>) => Promise<T>;

const running = { command: 'run', asksReviewers: true } as const;

export async function* checkProject(
  app: App,
  { tries = false, ...options }: Options & { tries?: boolean },
  wait: Wait,
): AsyncGenerator<DoctorItem> {
  try {
    const { config } = await openPlace(app, options);
    const proposal = await wait('what the repository has', propose(app, options, running));
    if (proposal) yield* itemsOf(proposal);
    yield* missing(config, proposal);
    if (tries) yield* trial(app, options, proposal, wait);
  } catch (error) {
    yield problem(area, error);
  }
}

const found = (what: string, places: readonly FoundAt[]): DoctorItem => ok(area, `${what} (${showPlaces(places)})`);

const itemsOf = (proposal: Proposal): DoctorItem[] => {
  const { needs, kinds, setup, verify, reviewers } = proposal;
  const items = [
    ...(needs.setup ? setup.map(({ command, places }) => found(`set-up: ${showCommand(command)}`, places)) : []),
    ...(needs.verify
      ? verify.map(({ command, places }) => found(`verification: ${showCommand(command)}`, places))
      : []),
    ...(needs.reviewers
      ? reviewers.map(({ name, command, places }) => found(`reviewer ${name}: ${showCommand(command)}`, places))
      : []),
  ];
  return [...headOf(kinds.join(', '), items.length > 0), ...items, ...leftOutOf(proposal).map(notUsed)];
};

/** What it is, even where a run can use nothing of it. */
const headOf = (kinds: string, isUsable: boolean): DoctorItem[] => {
  if (isUsable) return [ok(area, `${kinds}: this was found, and a run uses it once you agree, or with --yes`)];
  const why = `${kinds}: this was found, and nothing of it can be used yet`;
  return kinds === '' ? [] : [warning(area, why, 'see to what is named below, or name commands in fixpoint.yaml')];
};

/** Nobody needs to hear of tests that were not found where some are configured. */
const leftOutOf = ({ needs, leftOut }: Proposal): LeftOut[] =>
  leftOut.filter(({ isAboutTests }) => needs.verify || isAboutTests !== true);

const notUsed = ({ message, remedy, places }: LeftOut): DoctorItem =>
  warning(
    area,
    places.length === 0 ? message : `${message} (${showPlaces(places)})`,
    remedy ?? 'name another in fixpoint.yaml',
  );

const missing = (config: Config, proposal: Proposal | null): DoctorItem[] => [
  ...(config.verify.commands.length === 0 && (proposal?.verify ?? []).length === 0 && proposal?.needs.verify !== true
    ? [warning('configuration', 'nothing proves fixes: there are no verify.commands', 'name some, or use --verify CMD')]
    : []),
  ...(config.reviewers.length === 0 && (proposal?.reviewers ?? []).length === 0
    ? [
        {
          ...warning(
            'configuration',
            'no linter is configured or was found, so `fixpoint run` needs an agent that reviews',
            'add reviewers, or use `fixpoint fix FILE`',
          ),
          lacks: 'linter' as const,
        },
      ]
    : []),
];

/** With what was found in place of what is not configured, as a run with --yes would do it. */
async function* trial(app: App, options: Options, proposal: Proposal | null, wait: Wait): AsyncGenerator<DoctorItem> {
  const set = { ...(proposal ? settingsOf(proposal) : {}), ...options.set };
  const { reviewers: _, ...proving } = set;
  const place = await openPlace(app, { ...options, set: proving });
  const { setup, commands } = place.config.verify;
  if (setup.length + commands.length === 0) {
    yield warning(area, 'there is nothing to try: neither set-up nor verification', 'name some in fixpoint.yaml');
    return;
  }
  const items = tryProject(app, place, place.config);
  for (let next = await wait('set-up and verification', items.next()); next.done !== true; next = await items.next())
    yield next.value;
}
