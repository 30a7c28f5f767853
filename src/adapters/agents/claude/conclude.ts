/** What a call of Claude Code came to. */
import { given } from '../../../plain/given.ts';
import { firstLine } from '../../../plain/text.ts';
import type { ProcessOutcome } from '../../../ports/process.ts';
import type { CliReading } from '../shared/driver.ts';
import { classifyFailure } from '../shared/failure.ts';
import type { ClaudeResult } from './schema.ts';
import type { Seen } from './seen.ts';
import { detailOf } from './tool-input.ts';
import { addUsage } from './usage.ts';

export const conclude = (seen: Seen, process: ProcessOutcome): CliReading => {
  const { result, request } = seen;
  const isGood = result?.is_error === false;
  const usage = seen.results ?? seen.tally.total();
  const session = seen.session ?? (isGood ? result.session_id : undefined);
  return {
    ...verdict(seen, process),
    text: (isGood ? result.result : undefined) ?? seen.text,
    ...given({ structured: result?.structured_output }),
    ...(session !== undefined && { session: { id: session, used: addUsage(request.session?.used ?? {}, usage) } }),
    usage,
    denials: denialsOf(result),
    problems: seen.problems,
  };
};

const denialsOf = (result: ClaudeResult | undefined): string[] =>
  (result?.permission_denials ?? []).flatMap((denial) =>
    denial === null ? [] : [`${denial.tool_name} ${detailOf(denial.tool_input)}`.trim()],
  );

type Verdict = Pick<CliReading, 'outcome' | 'message' | 'retryAfterMs'>;

const verdict = ({ result, retry }: Seen, process: ProcessOutcome): Verdict => {
  if (result !== undefined) return verdictOnResult(result);
  if (retry !== undefined) return verdictOnRetry(retry);
  const how = process.exitCode === null ? `signal ${process.signal}` : `exit code ${process.exitCode}`;
  const complaint = firstLine(process.stderr, 500);
  const message = `ended without a result (${how})${complaint === '' ? '' : `: ${complaint}`}`;
  return { ...classifyFailure(undefined, complaint), message };
};

const verdictOnResult = (result: ClaudeResult): Verdict => {
  if (!result.is_error && result.subtype === 'success') return { outcome: 'ok' };
  // Its work counts all the same; whoever asked sees that the answer is missing.
  if (result.subtype === 'error_max_structured_output_retries') return { outcome: 'ok' };
  const words = [result.result ?? '', ...result.errors].filter((text) => text !== '');
  const message = words.join('; ') || `ended with ${result.subtype}`;
  return { ...classifyFailure(result.api_error_status ?? undefined, message), message };
};

const verdictOnRetry = ({ status, error, delayMs }: NonNullable<Seen['retry']>): Verdict => {
  const seconds = Math.ceil(delayMs / 1000);
  const message = `the model answered with ${status ?? error} and wants to be asked again in ${seconds} s`;
  return { ...classifyFailure(status, error, delayMs), message };
};
