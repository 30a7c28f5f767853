#!/usr/bin/env node
/**
 * A scripted agent: does to its workspace, prints and answers what a scenario says. For end-to-end tests.
 *
 *   command: [process.execPath, '<repo>/test/fakes/agent.mjs', '<scenario.json>', '<log file>']
 *
 * The scenario comes by argument, since the environment of agents is allow-listed. Keep scenario and log outside of the
 * repository under test. The log gets one line of JSON per call, written before anything else happens:
 *   { "run", "role", "reviewer"?, "ids": [...], "codes": [...], "pid", "session", "promptBytes", "at", "key" }
 * so that tests can count calls: `readFileSync(log, 'utf8').trim().split('\n').length`. The prompt and the input of a call
 * are kept as "<log file>.calls/<key>.prompt" and "<key>.input".
 *
 * Scenario:
 *   {
 *     "call":      Call,                               // for every call, whatever its role
 *     "calls":     [Call, …],                          // for the 1st, 2nd, … call to fix instead; the last one repeats
 *     "default":   Step,                               // for findings that are not listed
 *     "findings":  { "<code or id>": Step | [Step, …] } // a list: for the 1st, 2nd, … call to fix it; the last one repeats
 *     "review", "reviewers", "clarify", "plan", "challenge": what it does in the other roles; see agent-roles.mjs
 *   }
 *
 * Step, what a fixer does about one finding (default: edit nothing, answer "fixed"):
 *   "edits": [                                        // in this order; paths relative to the workspace
 *     { "file", "find", "replace", "all"? },          // replaces text; a text that is not there makes the answer "deferred"
 *     { "file", "write": "text" }, { "file", "append": "text" }, { "file", "bytes": "<base64>" },
 *     { "file", "delete": true }, { "file", "chmod": 493 }, { "file", "link": "target" }
 *   ]
 *   "run":         "shell line"                       // run in the workspace after the edits
 *   "outcome":     "fixed" | "blocked" | "deferred" | anything
 *   "explanation": "…", "confidence": 0.9
 *   "dispute":     { "ground", "evidence": [{ "file", "line", "quote" }] }   // with "blocked": the finding is wrong
 *   "as":          "id to answer with"                // default: the code of the finding
 *   "twice":       "blocked"                          // a second, contradicting answer for the same finding
 *   "missing":     true                               // no answer for this finding
 *   "call":        Call                               // merged over the scenario's when this finding is part of the call
 *
 * Call, how the program as a whole behaves:
 *   "answer":   "file" (default) | "stdout" | "fenced" | "prose" | "cut" | "broken" | "array" | "by-id" | "none" | "empty"
 *               | "link" | "fifo" | "folder" | "huge" | "silent" | { "text": "exactly this on standard output" }
 *               | { "file": "exactly this in the answer file" }
 *   "unknown":  ["F999"]                              // more ids to answer for
 *   "session":  "…", "usage": { … }                   // true: goes on with the session that it is given, or begins one
 *   "stdout":   "text", "stderr": "text"              // printed first
 *   "print":    100000000                             // so many bytes on standard output
 *   "invalid":  true                                  // bytes that are not UTF-8
 *   "sleepMs":  500, "hang": true                     // before the edits; hang also after them with "hangAfter": true
 *   "ignoreSigterm": true
 *   "child":    "background" | "detached" | "orphan"  // leaves a `sleep` behind: in our group, in a session of its own,
 *               and the latter without its parent; its id is appended to "<log file>.children"
 *   "childIgnoresSigterm": true
 *   "exit":     75, "kill": "SIGSEGV"                 // how it ends; the default is exit 0
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { answerOf } from './agent-roles.mjs';

const [scenarioFile, logFile] = process.argv.slice(2);
const scenario = JSON.parse(readFileSync(scenarioFile, 'utf8'));
const input = JSON.parse(readFileSync(process.env.FIXPOINT_INPUT, 'utf8'));
const prompt = readFileSync(0);
/** Numbers of processes are no names: every cage counts from 1, and two calls may begin in the same millisecond. */
const clock = new Int32Array(new SharedArrayBuffer(4));
const key = randomUUID();
const earlier = logCall();

const steps = input.role === 'fix' ? input.findings.map((finding) => ({ finding, step: stepFor(finding) })) : [];
const other = input.role === 'fix' ? null : answerOf(scenario, input, earlier);
const call =
  other === null
    ? {
        ...pick(scenario.calls ?? scenario.call, earlier.length),
        ...Object.assign({}, ...steps.map(({ step }) => step.call ?? {})),
      }
    : { ...scenario.call, ...other.call };

if (call.ignoreSigterm) process.on('SIGTERM', () => {});
if (call.stdout) process.stdout.write(call.stdout);
if (call.stderr) process.stderr.write(call.stderr);
if (call.child) leaveChild();
if (call.invalid) print(Buffer.from([0x61, 0xff, 0xfe, 0xc3, 0x28, 0x62, 0x0a]));
if (call.print) printBytes(call.print);
if (call.sleepMs) await new Promise((resolve) => setTimeout(resolve, call.sleepMs));
if (call.hang) await forever();
giveAnswer(other === null ? fix() : look(), {
  ...(call.session && {
    session: call.session === true ? (process.env.FIXPOINT_SESSION ?? `session-${key}`) : call.session,
  }),
  ...(call.usage && { usage: call.usage }),
});
if (call.hangAfter) await forever();
if (call.kill) process.kill(process.pid, call.kill);
process.exitCode = call.exit ?? 0;

/** The calls of this run in the same role that began before; those that begin at the same time are told apart by their line in the log. */
function logCall() {
  if (!logFile) return [];
  const { run, role, findings, reviewer } = input;
  const entry = {
    run,
    role,
    ...(reviewer && { reviewer }),
    ids: findings.map(({ id }) => id),
    codes: findings.map(({ code }) => code),
    pid: process.pid,
    session: process.env.FIXPOINT_SESSION ?? null,
    promptBytes: prompt.length,
    at: new Date().toISOString(),
    key,
  };
  const folder = `${logFile}.calls`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${key}.prompt`), prompt);
  writeFileSync(join(folder, `${key}.input`), JSON.stringify(input));
  appendFileSync(logFile, `${JSON.stringify(entry)}\n`);
  const all = readFileSync(logFile, 'utf8').split('\n').filter(Boolean);
  const calls = all.map((line) => JSON.parse(line)).filter((each) => each.run === run && each.role === role);
  return calls.slice(
    0,
    calls.findIndex((each) => each.key === key),
  );
}

function fix() {
  const outcomes = steps.flatMap(perform);
  for (const id of call.unknown ?? []) outcomes.push({ id, outcome: 'fixed', explanation: 'nobody asked' });
  return { outcomes };
}

/** Roles that only read may be told to change files all the same. */
function look() {
  for (const one of call.edits ?? []) edit(one);
  if (call.run) execFileSync('/bin/sh', ['-c', call.run], { stdio: ['ignore', 'ignore', 'inherit'] });
  return other.answer;
}

function pick(value, index) {
  return Array.isArray(value) ? (value[Math.min(index, value.length - 1)] ?? {}) : (value ?? {});
}

function stepFor({ id, code }) {
  const step = scenario.findings?.[code] ?? scenario.findings?.[id] ?? scenario.default;
  return pick(step, earlier.filter(({ ids }) => ids.includes(id)).length);
}

function perform({ finding, step }) {
  const failed = (step.edits ?? []).map(edit).find((problem) => problem !== undefined);
  if (step.run) execFileSync('/bin/sh', ['-c', step.run], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (step.missing) return [];
  const answer = {
    id: step.as ?? finding.code,
    outcome: failed ? 'deferred' : (step.outcome ?? 'fixed'),
    explanation: failed ?? step.explanation ?? `scripted answer for ${finding.code}`,
    ...(step.confidence !== undefined && { confidence: step.confidence }),
    ...(step.dispute !== undefined && { dispute: step.dispute }),
  };
  return step.twice ? [answer, { ...answer, outcome: step.twice }] : [answer];
}

/** What went wrong, if anything. */
function edit(one) {
  if ('find' in one) {
    const text = readFileSync(one.file, 'utf8');
    if (!text.includes(one.find)) return `${one.file} does not hold ${JSON.stringify(one.find)}`;
    writeFileSync(
      one.file,
      one.all ? text.replaceAll(one.find, () => one.replace) : text.replace(one.find, () => one.replace),
    );
    return undefined;
  }
  mkdirSync(dirname(one.file), { recursive: true });
  if ('write' in one) writeFileSync(one.file, one.write);
  if ('append' in one) appendFileSync(one.file, one.append);
  if ('bytes' in one) writeFileSync(one.file, Buffer.from(one.bytes, 'base64'));
  if (one.delete) rmSync(one.file, { recursive: true, force: true });
  if ('chmod' in one) chmodSync(one.file, one.chmod);
  if ('link' in one) {
    rmSync(one.file, { force: true });
    symlinkSync(one.link, one.file);
  }
  return undefined;
}

function giveAnswer(answer, extras) {
  const json =
    typeof answer === 'string'
      ? answer
      : JSON.stringify(Array.isArray(answer) ? answer : { ...answer, ...extras }, null, 2);
  const file = process.env.FIXPOINT_ANSWER;
  const onStdout = {
    stdout: () => `working…\n${json}\n`,
    fenced: () => `Done.\n\n\`\`\`json\n${json}\n\`\`\`\n`,
    prose: () => `I looked at {all of it} and [fixed] things: ${json} – that is it, {really}.\n`,
    cut: () => json.slice(0, Math.floor(json.length * 0.6)),
    broken: () => json.replaceAll('"', "'").replace(/\n\s*\}/, ',}'),
    array: () => JSON.stringify(answer.outcomes),
    'by-id': () => JSON.stringify(Object.fromEntries(answer.outcomes.map(({ id, ...rest }) => [id, rest]))),
    none: () => 'all done\n',
    silent: () => '',
  };
  const onDisk = {
    file: () => writeFileSync(file, json),
    empty: () => writeFileSync(file, ''),
    link: () => symlinkSync('/etc/passwd', file),
    fifo: () => execFileSync('mkfifo', [file]),
    folder: () => mkdirSync(file),
    huge: () => writeFileSync(file, `${json}${' '.repeat(20_000_000)}`),
  };
  const kind = call.answer ?? 'file';
  if (typeof kind === 'object' && 'file' in kind) writeFileSync(file, kind.file);
  else if (typeof kind === 'object') print(kind.text);
  else if (kind in onStdout) print(onStdout[kind]());
  else onDisk[kind]();
}

/** Writes all of it, also to a pipe that is read slowly. */
function print(data) {
  const bytes = Buffer.from(data);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
      // Whoever reads it needs the processor more.
      Atomics.wait(clock, 0, 0, 1);
    }
  }
}

function printBytes(count) {
  const line = Buffer.from(`${'x'.repeat(1023)}\n`.repeat(1024));
  for (let left = count; left > 0; left -= line.length) print(line.subarray(0, Math.min(left, line.length)));
}

function forever() {
  setInterval(() => {}, 1_000_000);
  return new Promise(() => {});
}

/** A minute is long enough to be found and short enough to do no harm when a test fails. */
function leaveChild() {
  const sleep = `${call.childIgnoresSigterm ? `trap "" TERM; ` : ''}echo $$ >> "$0"; i=0; while [ $i -lt 600 ]; do sleep 0.1; i=$((i+1)); done`;
  const script =
    call.child === 'orphan'
      ? ['-c', `setsid sh -c '${sleep}' "$0" & exit 0`, `${logFile}.children`]
      : ['-c', sleep, `${logFile}.children`];
  const child = spawn('/bin/sh', script, { detached: call.child !== 'background', stdio: 'inherit' });
  child.unref();
}
