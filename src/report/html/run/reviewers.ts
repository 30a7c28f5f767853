/** Who reviewed, and what each of them came to. */
import type { Report } from '../../../model/report.ts';
import { duration } from '../../../views/words/amounts.ts';
import { html } from '../markup.ts';
import { badge, section, type Section, table, words } from '../pieces.ts';

type Reviewer = Report['reviewers'][number];

const tones: Readonly<Record<Reviewer['verdict'], string>> = {
  PASSED: 'good',
  NEEDS_WORK: 'doubt',
  error: 'bad',
  skipped: 'plain',
};

const columns = [
  { title: 'Reviewer' },
  { title: 'Round', isNumber: true },
  { title: 'Verdict' },
  { title: 'Findings', isNumber: true },
  { title: 'Duration', isNumber: true },
  { title: 'What it said' },
];

export const reviewerSection = ({ reviewers }: Report): Section =>
  section('reviewers', 'Reviewers', [
    reviewers.length > 0 &&
      table(
        columns,
        reviewers.map(({ name, round, verdict, findings, durationMs, message, summary }) => [
          words(name),
          round,
          badge(verdict, tones[verdict]),
          findings,
          duration(durationMs),
          html`${words(message)} ${words(summary)}`,
        ]),
      ),
  ]);
