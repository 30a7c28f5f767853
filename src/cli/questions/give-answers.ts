/** Gives answers to a run, and goes on with it where nobody else does. */
import type { Answered, App } from '../../app/index.ts';
import { printable } from '../../plain/printable.ts';
import type { Ending } from '../drive.ts';
import type { Io } from '../io.ts';
import type { RunFlags } from '../flags/options.ts';
import type { Report } from '../../model/report.ts';
import { asJson } from '../texts/as-json.ts';

const tellLate = async ({ late }: Answered, io: Io): Promise<void> => {
  const { lateWords } = await import('../../app/index.ts');
  if (late.length > 0) await io.stderr.print(late, (clean) => `${printable(lateWords(clean))}\n`);
};

/** Another process has the answers, and goes on or has ended. */
const leaveIt = async (
  app: App,
  { run, answered, holder }: Answered,
  flags: RunFlags,
  io: Io,
  { printed }: Ending,
): Promise<number> => {
  const report = await (await import('../../app/index.ts')).report(app, { run });
  const goesOn = holder === null ? `Run ${run} has ended` : `Process ${holder.pid} continues run ${run}`;
  const words = (ids: readonly string[]): string =>
    `${[...(ids.length > 0 ? [`Answered ${ids.map(printable).join(', ')}`] : []), goesOn].join('. ')}.\n`;
  const told = (clean: { report: Report; answered: string[] }): string =>
    printed?.(clean.report) ?? (flags.json === true ? asJson(clean.report) : words(clean.answered));
  await io.stdout.print({ report, answered }, told);
  return answered.length > 0 ? 0 : 1;
};

/** Null when somebody else was faster. */
const goOn = async (app: App, { run }: Answered, flags: RunFlags, io: Io, ending: Ending): Promise<number | null> => {
  const { resume } = await import('../../app/index.ts');
  const { NotTheWriterError } = await import('../../ports/journal.ts');
  const { drive } = await import('../drive.ts');
  return drive(app, (given) => resume(app, { run, ...given }), flags, io, ending).catch((error: unknown) => {
    if (error instanceof NotTheWriterError) return null;
    throw error;
  });
};

/** Its code is that of the run; 0 when another process has taken the answers. */
export const giveAnswers = async (
  app: App,
  request: { run: string; answers: Record<string, string> },
  flags: RunFlags,
  io: Io,
  ending: Ending = {},
): Promise<number> => {
  const { answer, heardAnswers } = await import('../../app/index.ts');
  let answered = await answer(app, request);
  await tellLate(answered, io);
  for (;;) {
    if (answered.holder !== null || answered.isFinished) return leaveIt(app, answered, flags, io, ending);
    const code = await goOn(app, answered, flags, io, ending);
    answered = await heardAnswers(app, answered);
    await tellLate(answered, io);
    if (code !== null) return code;
  }
};
