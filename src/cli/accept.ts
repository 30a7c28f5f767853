/** Shows what was found where nothing is configured, before anything runs, and has it accepted. */
import type { App } from '../app/app.ts';
import type { StartOptions } from '../app/options.ts';
import type { Purpose } from '../app/project/needs.ts';
import type { Proposal } from '../app/project/proposal.ts';
import { wrapText } from '../report/text/wrap.ts';
import { type Io, isLive } from './io.ts';
import type { RunFlags } from './flags/options.ts';
import { projectText, usableText } from './texts/project-text.ts';

export type AcceptFlags = RunFlags & {
  yes?: boolean;
  dryRun?: boolean;
  /** Nothing starts without a yes, even where nothing has to be accepted: nobody has named a command. */
  ask?: boolean;
};

/** The request with what was found and accepted; null when whoever was asked wants no run. */
export const withFound = async <Request extends StartOptions>(
  app: App,
  request: Request,
  purpose: Purpose,
  { flags, io }: { flags: AcceptFlags; io: Io },
): Promise<Request | null> => {
  if (purpose.command === 'fix' && request.set?.['verify.commands'] !== undefined) return request;
  const { propose, settingsOf } = await import('../app/index.ts');
  const proposal = await propose(app, request, purpose);
  const answer = proposal === null ? null : await ask(proposal, flags, io);
  if (answer === null) return flags.ask !== true || (await mayStart(io)) ? request : null;
  if (answer === 'quit') return null;
  if (answer === 'without') return request;
  if (answer === 'write') await writeDown(app, request, io);
  return { ...request, set: { ...(proposal && settingsOf(proposal)), ...request.set } };
};

type Choice = 'use' | 'write' | 'without' | 'quit';

/** Null where there is nothing to accept. */
const ask = async (proposal: Proposal, flags: AcceptFlags, io: Io): Promise<Choice | null> => {
  const isAccepted = flags.yes === true || flags.dryRun === true;
  const show = (text: (proposal: Proposal) => string): Promise<void> =>
    io.stderr.print(proposal, (clean) => wrapText(text(clean), io.stderr.columns));
  if (usableText(proposal) === '' && flags.yes !== true) {
    // Whoever has a project of a known kind wants to know why nothing of it is used.
    if (proposal.kinds.length > 0 && flags.quiet !== true) await show(projectText);
    return null;
  }
  const asks = !isAccepted && process.stdin.isTTY && isLive(io.stderr, io.env);
  if (asks || flags.quiet !== true) await show(asks || isAccepted ? projectText : unusedText);
  if (asks) return choose(io);
  return isAccepted ? 'use' : 'without';
};

const unusedText = (proposal: Proposal): string =>
  `Not used, since nobody is here to agree:\n${usableText(proposal)}` +
  'Use it with --yes, or write it down with `fixpoint init`.\n';

const choose = (io: Io): Promise<Choice> =>
  select(io, 'Use this?', 'quit', [
    { value: 'use', label: 'Use it for this run' },
    { value: 'write', label: 'Use it, and write it to fixpoint.yaml' },
    { value: 'without', label: 'Continue without it' },
    { value: 'quit', label: 'Quit' },
  ]);

/** Where a run would start right away, as it is configured. */
const mayStart = (io: Io): Promise<boolean> =>
  select(io, 'Start a run? It reviews, fixes and verifies; the result is a branch.', false, [
    { value: true, label: 'Start' },
    { value: false, label: 'Quit (`fixpoint --help` lists all commands)' },
  ]);

const select = async <Value extends Choice | boolean>(
  io: Io,
  message: string,
  otherwise: Value,
  options: { value: Value; label: string }[],
): Promise<Value> => {
  const { isCancel, select: show } = await import('@clack/prompts');
  const asked = options.map(({ label }, index) => ({ value: index, label }));
  const answer: unknown = await io.stderr.draw({ message, options: asked }, (prompt, output) =>
    show({ ...prompt, output }),
  );
  return isCancel(answer) || typeof answer !== 'number' ? otherwise : (options[answer]?.value ?? otherwise);
};

const writeDown = async (app: App, request: StartOptions, io: Io): Promise<void> => {
  const { init } = await import('../app/index.ts');
  const { text, write } = await init(app, request);
  await io.stderr.print(await write(text()), (file) => `Wrote ${file}\n`);
};
