/** One attempt on the page: what the agent did and said, and what it was judged by. */
import type { ReportFinding } from '../../../model/finding/reported.ts';
import type { ReportCall } from '../../../model/report.ts';
import { count, duration, grouped, usd } from '../../../views/words/amounts.ts';
import { attemptResult } from '../../../views/words/judgements.ts';
import { attemptAnchor } from '../anchors.ts';
import type { CallOf } from '../calls.ts';
import type { Diffs } from '../diff/diff.ts';
import { html, type Html, nothing } from '../markup.ts';
import { badge, facts, fold, list, time, words } from '../pieces.ts';
import { sameAs, type Seen } from '../seen.ts';
import { challengeDetail, gateTable } from './judges.ts';
import { proofLine } from './proof.ts';
import { verificationDetail } from './verification.ts';

type Attempt = ReportFinding['attempts'][number];

/** What the attempts of a page need of the rest of it. */
export type Shared = { diffs: Diffs; seen: Seen; callOf: CallOf };

const summary = (attempt: Attempt): Html => {
  const { n, result, challenge, flag, durationMs } = attempt;
  const tone = result === 'accepted' ? 'good' : 'bad';
  return html`<h5>Attempt ${n}</h5>
    ${badge(attemptResult(attempt), tone)} ${challenge !== undefined && badge(`score ${challenge.score}`)}
    ${flag !== undefined && badge('! flagged', 'doubt')} <span class="quiet">${duration(durationMs)}</span>`;
};

const factsOf = ({ cycle, agent, claim, confidence, startedAt, at, usd: dollars, tokens }: Attempt): Html =>
  facts([
    html`by ${words(agent)}`,
    `cycle ${cycle}`,
    `claims: ${claim}`,
    confidence !== undefined && `confidence ${confidence}`,
    dollars !== undefined && usd(dollars),
    tokens !== undefined && `${grouped(tokens)} tokens`,
    startedAt === undefined ? html`answered ${time(at)}` : html`started ${time(startedAt)}`,
  ]);

const saying = (who: string, what: string | undefined): Html =>
  what === undefined || what.trim() === '' ? nothing : html`<p class="said"><b>${who}</b> ${words(what)}</p>`;

const denials = ({ denials: denied = [] }: Attempt): Html =>
  denied.length === 0
    ? nothing
    : fold(
        `${count(denied.length, 'thing')} it wanted to do and was not allowed to`,
        list(denied.map(words), 'bullets'),
      );

const verificationOf = ({ verification }: Attempt, seen: Seen, anchor: string): Html => {
  if (verification === undefined) return nothing;
  const { tree, verdict, durationMs } = verification;
  const earlier = seen(`verification ${tree} ${verdict} ${durationMs}`, anchor);
  return html`<h6>Verification</h6>
    ${earlier === undefined ? verificationDetail(verification) : sameAs('verification', earlier)}`;
};

/** What a call left that came to no end is known of the call only. */
const withChangeOf = (call: ReportCall | undefined, attempt: Attempt): Attempt => {
  const [patch] = call?.patches ?? [];
  return attempt.patch === undefined && call && patch !== undefined
    ? { ...attempt, patch, files: call.files }
    : attempt;
};

export const attemptDetail = async (
  attempt: Attempt,
  finding: string,
  { diffs, seen, callOf }: Shared,
  isLast: boolean,
): Promise<Html> => {
  const { reason, explanation, flag, proof, gates, challenge } = attempt;
  const anchor = attemptAnchor(finding, attempt.n);
  const content = html`${factsOf(attempt)} ${saying('Why:', reason)} ${saying('The agent said:', explanation)}
    ${saying('Flagged:', flag)} ${proof !== undefined && proofLine(proof)} ${gateTable(gates)}
    ${challengeDetail(challenge)} ${verificationOf(attempt, seen, anchor)}
    <h6>Change</h6>
    ${await diffs(withChangeOf(callOf(attempt), attempt), anchor)} ${denials(attempt)}`;
  return html`<div id="${anchor}">${fold(summary(attempt), content, { open: isLast, kind: 'attempt' })}</div>`;
};
