/** What a person can do after a run, as commands to copy. */
import type { Report } from '../model/report.ts';
import { isMachineMade } from '../model/run/machine-made.ts';
import { shorten } from '../plain/printable.ts';
import { shellWord } from '../plain/shell-word.ts';
import { answerCommand, questionWords } from '../views/questions.ts';
import { wantsFixes } from '../views/words/runs.ts';

export type NextStep = { command: string; why: string };

const look = (report: Report): NextStep[] =>
  report.branch === null
    ? []
    : [
        {
          command: `git diff ${report.start.slice(0, 12)}..${shellWord(report.branch)}`,
          why: 'look at what was changed',
        },
      ];

const bringIn = (report: Report): NextStep[] =>
  report.fixesApplied ? [{ command: `fixpoint apply ${report.run}`, why: 'bring the fixes into your checkout' }] : [];

const signIn = ({ stopReason }: Report): NextStep[] =>
  stopReason === 'auth' ? [{ command: 'fixpoint doctor', why: 'how to sign in to the agent' }] : [];

/** A run keeps its commands: where they were mistyped, resuming would only fail again. */
const resumeWords = ({ stopReason }: Report): string =>
  stopReason === 'baseline' ? 'once its commands work here; other commands need a new run' : 'resume where it stopped';

const goOn = (report: Report): NextStep[] =>
  report.status === null || report.stopReason !== null
    ? [{ command: `fixpoint resume ${report.run}`, why: resumeWords(report) }]
    : [];

const answer = ({ status, run, questions }: Report): NextStep[] =>
  status === 'waiting'
    ? questions
        .filter((asked) => asked.answer === null)
        .map((asked) => ({ command: answerCommand(run, asked), why: shorten(questionWords(asked), 120) }))
    : [];

/** What was refuted comes back in the next run, unless a person takes the decision over. */
const keepAway = ({ run, findings }: Report): NextStep[] => {
  const refuted = findings.filter(
    ({ status, attempts }) => status === 'dismissed' && attempts.at(-1)?.ruling?.verdict === 'refuted',
  );
  if (refuted.length === 0) return [];
  const codes = refuted.map(({ code }) => shellWord(code)).join(' ');
  return [{ command: `fixpoint dismiss ${codes} --run ${run}`, why: 'keep away what was refuted, with its evidence' }];
};

const sendIssues = ({ leftovers }: Report): NextStep[] =>
  (leftovers?.waiting ?? 0) > 0
    ? [{ command: 'fixpoint leftovers flush', why: 'send the issues that could not be sent yet' }]
    : [];

/** Findings that are left over although no model was ever asked about them, or wanted to ask about them. */
const askAModel = (report: Report): NextStep[] => {
  const undecided = new Set(report.questions.filter(({ answer }) => answer === null).map(({ code }) => code));
  const left = report.findings.filter(({ status, code }) => status === 'blocked' && !undecided.has(code));
  const untouched = left.length > 0 && left.every(({ attempts }) => attempts.every(isMachineMade));
  if (!untouched || !wantsFixes(report) || report.stopReason !== null || report.status === 'failed') return [];
  const command = report.command === 'run' ? 'fixpoint run' : 'fixpoint fix --from FILE';
  return [{ command: `${command} --agent-command CMD`, why: 'let a coding agent try what is left' }];
};

/** A review hands its findings on, to a fix or as a file. */
const fixWhatWasFound = (report: Report): NextStep[] =>
  report.command !== 'review' || report.totals.total === report.totals.dismissed
    ? []
    : [
        { command: `fixpoint fix --session ${report.run}`, why: 'get them fixed' },
        {
          command: `fixpoint report ${report.run} --format sarif -o findings.sarif`,
          why: 'keep the findings as a file',
        },
      ];

/** `isBroughtIn`: the result is laid into the checkout right after the report, so nobody has to. */
export const nextSteps = (report: Report, isBroughtIn = false): NextStep[] => [
  ...look(report),
  ...(isBroughtIn ? [] : bringIn(report)),
  ...signIn(report),
  ...goOn(report),
  ...answer(report),
  ...keepAway(report),
  ...sendIssues(report),
  ...askAModel(report),
  ...fixWhatWasFound(report),
];
