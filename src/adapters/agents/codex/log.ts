/** What codex's log on standard error tells beyond its events. */
import { cutEnd } from '../../../plain/cut.ts';
import type { CodexTokens } from './stream.ts';

export type CodexLog = {
  /** Of the last response of the model. */
  status?: number;
  retryAfterMs?: number;
  /** Of all responses of this call. */
  tokens?: CodexTokens;
  denials: string[];
  /** Tools that did not start. */
  problems: string[];
  /** What it said before it gave up without an event. */
  lastWords: string;
  /** Without what was logged for us: the headers of responses hold cookies. */
  forPeople: string;
};

const forUs = / DEBUG codex_http_client::client: | INFO codex_otel\.trace_safe: /;
const response = / Request completed method=POST url=\S*\/responses(?:\?\S*)? status=(\d{3})\b/;
const completed = String.raw` event\.kind=response\.completed`;
const inputAndOutput = String.raw` input_token_count=(\d{1,12}) output_token_count=(\d{1,12})`;
const counted = new RegExp(String.raw`${completed}${inputAndOutput}(?: cached_token_count=(\d{1,12}))?`);
const retryAfter = /"retry-after": "(\d{1,9})"/;
const refused = /codex_core::tools::router: error=(.*\b(?:reject|rejected|denied|declined|not allowed)\b.*)$/;
const notStarted = /MCP server startup failed server_name="([^"]*)" error=(.*)$/;
const logLine = /^\d{4}-\d\d-\d\dT\S+ +[A-Z]+ /;
/** How its traces and the frames of its last moments look. */
const noise = /^(?:\s*$|Stack backtrace:|\s+\d+: |Reading (?:prompt|additional input) from stdin)/;

const longestLine = 16_000;
const most = 50;

export const readCodexLog = (stderr: string): CodexLog => {
  const log: CodexLog = { denials: [], problems: [], lastWords: '', forPeople: '' };
  const shown: string[] = [];
  for (const whole of stderr.split('\n')) {
    const line = cutEnd(whole, longestLine);
    if (!forUs.test(line)) shown.push(whole);
    if (!logLine.test(line)) {
      if (!noise.test(line)) log.lastWords = line.trim();
      continue;
    }
    readLine(log, line);
  }
  return { ...log, forPeople: shown.join('\n') };
};

const readLine = (log: CodexLog, line: string): void => {
  readResponse(log, line);
  readTokens(log, line);
  const denial = refused.exec(line)?.[1];
  if (denial !== undefined && log.denials.length < most) log.denials.push(denial);
  const [, name, reason = ''] = notStarted.exec(line) ?? [];
  if (name !== undefined && log.problems.length < most)
    log.problems.push(`the tools of ${name} could not be started: ${short(reason)}`);
};

/** What the model's provider answered last. */
const readResponse = (log: CodexLog, line: string): void => {
  const status = response.exec(line)?.[1];
  if (status === undefined) return;
  log.status = Number(status);
  const seconds = retryAfter.exec(line)?.[1];
  if (seconds === undefined) delete log.retryAfterMs;
  else log.retryAfterMs = Number(seconds) * 1000;
};

const readTokens = (log: CodexLog, line: string): void => {
  const [, input, output, cached] = counted.exec(line) ?? [];
  if (input === undefined) return;
  const { input_tokens = 0, output_tokens = 0, cached_input_tokens = 0 } = log.tokens ?? {};
  log.tokens = {
    input_tokens: input_tokens + Number(input),
    output_tokens: output_tokens + Number(output),
    cached_input_tokens: cached_input_tokens + Number(cached ?? 0),
  };
};

const short = (text: string): string => (text.length > 300 ? `${cutEnd(text, 300)}…` : text);
