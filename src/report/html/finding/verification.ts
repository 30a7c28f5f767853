/** A verification on the page: its verdict, its commands, and what they printed. */
import type { CommandResult, Verification } from '../../../model/verification.ts';
import { cutStart } from '../../../plain/cut.ts';
import { printableLines } from '../../../plain/printable.ts';
import { duration, grouped } from '../../../views/words/amounts.ts';
import { verdict } from '../../../views/words/judgements.ts';
import { setupWords } from '../../../views/words/runs.ts';
import { html, type Html, nothing, type Part } from '../markup.ts';
import { badge, code, fold, list, words } from '../pieces.ts';

/** The end of an output has what went wrong. */
const longestOutput = 12_000;

const toneOf = (isGood: boolean): string => (isGood ? 'good' : 'bad');

const output = (text: string, from: string): Html => {
  if (text.trim() === '') return nothing;
  const end = cutStart(text, longestOutput);
  const cut = text.length - end.length;
  const before = cut > 0 && html`<p class="cut">${grouped(cut)} characters before this are not shown.</p>`;
  return html`${before}
    <pre class="output" tabindex="0" role="group" aria-label="${from}">${printableLines(end).trimEnd()}</pre>`;
};

const kindOf = ({ hook, target }: CommandResult): Html => {
  if (hook === true) return badge('hook');
  return target ? badge('own check') : nothing;
};

const commandLine = (result: CommandResult): Html => {
  const { command, status, durationMs, exitCode, failedTests = [] } = result;
  const exit = exitCode === null || exitCode === 0 ? '' : `exit code ${exitCode}, `;
  const failed = failedTests.length > 0 && html` <span class="quiet">${failedTests.length} tests failed</span>`;
  return html`${badge(status, toneOf(status === 'passed'))} ${code(command)} ${kindOf(result)}<span class="quiet">
      ${exit}${duration(durationMs)}</span
    >${failed}`;
};

/** What failed is open. */
const commandDetail = (command: CommandResult): Html => {
  const { stdout, stderr, status, changes = [] } = command;
  const changed = changes.length > 0 && html`<p>Changes tracked files: ${changes.join(', ')}</p>`;
  const content = html`${changed}${output(stdout, 'standard output')}${output(stderr, 'standard error')}`;
  const line = commandLine(command);
  return content.isEmpty ? html`<p>${line}</p>` : fold(line, content, { open: status !== 'passed' });
};

const failureLines = ({ failures }: Verification): Html =>
  list(
    failures.map(
      ({ command, kind, detail }) =>
        html`${badge(kind, kind === 'new' ? 'bad' : 'plain')} ${code(command)}: ${words(detail)}`,
    ),
  );

const toolLines = ({ tools }: Verification): Html =>
  list(
    tools.map(({ reviewer, status, message }): Part => {
      const said = message === undefined ? '' : html`: ${words(message)}`;
      return html`${badge(status, toneOf(status === 'ran'))} ${words(reviewer)} looked again${said}`;
    }),
  );

const tones: Readonly<Record<Verification['verdict'], string>> = {
  passed: 'good',
  failed: 'bad',
  unproven: 'doubt',
  crashed: 'bad',
  'setup-failed': 'bad',
  cancelled: 'plain',
  none: 'plain',
};

export const verificationVerdict = (value: Verification['verdict']): Html => badge(verdict(value), tones[value]);

export const verificationDetail = (verification: Verification): Html => {
  const { reason, remedy, setup, caged, durationMs } = verification;
  return html`<p>
      Verification ${verificationVerdict(verification.verdict)}
      <span class="quiet">${duration(durationMs)}${caged === true && ', in the sandbox'}</span>
    </p>
    ${reason !== undefined && html`<p class="said">${words(reason)}</p>`}
    ${remedy !== undefined && html`<p>${words(remedy)}</p>`}
    ${setup !== undefined && html`<p class="quiet">Set-up ${setupWords(setup)}.</p>`} ${failureLines(verification)}
    ${toolLines(verification)} ${verification.commands.map(commandDetail)}`;
};
