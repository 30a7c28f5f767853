/** Who judged an attempt: the gates with their evidence, and the challengers with their scores. */
import type { GateResult } from '../../../model/attempt.ts';
import { type Challenge, isSolved, type Vote } from '../../../model/challenge.ts';
import { scoreBar } from '../chart/bars.ts';
import { html, type Html, nothing } from '../markup.ts';
import { badge, list, table, words } from '../pieces.ts';

const gateLooks: Readonly<Record<GateResult['result'], { mark: string; tone: string }>> = {
  passed: { mark: '✓', tone: 'good' },
  flagged: { mark: '!', tone: 'doubt' },
  refused: { mark: '✕', tone: 'bad' },
  'no-change': { mark: '–', tone: 'bad' },
  conflict: { mark: '✕', tone: 'bad' },
};

const gateRow = ({ gate, result, evidence }: GateResult): readonly Html[] => {
  const { mark, tone } = gateLooks[result];
  const seen = Object.entries(evidence).map(([kind, what]) => html`<b>${kind}</b> ${words(what)}`);
  return [html`${gate}`, badge(`${mark} ${result}`, tone), list(seen)];
};

export const gateTable = (gates: readonly GateResult[] | undefined): Html =>
  gates === undefined || gates.length === 0
    ? nothing
    : html`<h6>Gates</h6>
        ${table([{ title: 'Gate' }, { title: 'Result' }, { title: 'Judged by' }], gates.map(gateRow))}`;

const qualityWords = ({ quality }: Vote): string =>
  Object.entries(quality ?? {})
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const voteRow = (vote: Vote): readonly (Html | string | number)[] => [
  words(vote.challenger),
  vote.score ?? 'none',
  qualityWords(vote),
  words(vote.feedback),
];

const voteColumns = [
  { title: 'Challenger' },
  { title: 'Score', isNumber: true },
  { title: 'Quality' },
  { title: 'Feedback' },
];

export const challengeDetail = (challenge: Challenge | undefined): Html => {
  if (challenge === undefined) return nothing;
  const { score, threshold, feedback, improvements, votes } = challenge;
  const verdict = badge(isSolved(challenge) ? '✓ solved' : '✕ not solved', isSolved(challenge) ? 'good' : 'bad');
  return html`<h6>Challengers</h6>
    <p class="score">${scoreBar(score, threshold)} <b>${score}</b> of 100, ${threshold} needed ${verdict}</p>
    <p class="said">${words(feedback)}</p>
    ${votes.length > 0 && table(voteColumns, votes.map(voteRow))}${
      improvements.length > 0 &&
      html`<p>Still to be done:</p>
        ${list(improvements.map(words), 'bullets')}`
    }`;
};
