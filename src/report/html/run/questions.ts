/** What the run asked people, and what they answered. */
import type { Report } from '../../../model/report.ts';
import { answerCommand } from '../../../views/questions.ts';
import { html, type Html, nothing } from '../markup.ts';
import { code, section, type Section, words } from '../pieces.ts';

type Asked = Report['questions'][number];

const answerOf = (asked: Asked, { status, run }: Report): Html => {
  if (asked.answer === null)
    return status === 'waiting'
      ? html`<p><b>Waiting for an answer:</b> ${code(answerCommand(run, asked))}</p>`
      : html`<p class="quiet">Not answered.</p>`;
  return asked.answer === ''
    ? html`<p class="quiet">Left to the fixer.</p>`
    : html`<p class="said"><b>Answer:</b> ${words(asked.answer)}</p>`;
};

const item = (asked: Asked, report: Report): Html => {
  const { id, question, context = '' } = asked;
  return html`<dt>${code(id)} ${words(question)}</dt>
    <dd>${context === '' ? nothing : html`<p class="quiet">${words(context)}</p>`}${answerOf(asked, report)}</dd>`;
};

export const questionSection = (report: Report): Section =>
  section('questions', 'Questions', [
    report.questions.length > 0 && html`<dl>${report.questions.map((asked) => item(asked, report))}</dl>`,
  ]);
