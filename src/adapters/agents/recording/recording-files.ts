/** The files of a recording: how they are called. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../../plain/errno.ts';

export const headFile = 'recording.json';
export const callsFolder = 'calls';

export const mostHeadBytes = 1024 * 1024;
export const mostPatchBytes = 256 * 1024 * 1024;

/**
 * What a call is about: calls run side by side, so that their order in time says nothing. `names`: codes of findings,
 * or the reviewer.
 */
export type CallAbout = { agent: string; role: string; names: readonly string[] };

type Asked = { role: string; input: { findings: readonly { code: string }[]; reviewer?: string | undefined } };

/** A reviewer has no findings yet. */
export const aboutOf = (agent: string, { role, input }: Asked): CallAbout => ({
  agent,
  role,
  names: role === 'review' && input.reviewer !== undefined ? [input.reviewer] : input.findings.map(({ code }) => code),
});

const plain = (text: string, longest: number): string => text.replaceAll(/[^\w.-]/g, '_').slice(0, longest);

/**
 * For people the agent, what it was asked to do unless it fixes, and the first finding; for us a digest of all of it.
 */
export const groupOf = ({ agent, role, names }: CallAbout): string => {
  const sorted = names.toSorted();
  const digest = createHash('sha256')
    .update(JSON.stringify([agent, role, sorted]))
    .digest('hex')
    .slice(0, 12);
  const [first = 'none', ...others] = sorted;
  const asked = role === 'fix' ? '' : `-${plain(role, 20)}`;
  return `${plain(agent, 30)}${asked}-${plain(first, 40)}${others.length === 0 ? '' : `+${others.length}`}-${digest}`;
};

/** The name of a call's files, without their ending. */
export const callKey = (about: CallAbout, n: number): string => `${groupOf(about)}-${n}`;

const mostFiles = 200_000;

/** The names of all calls in a recording, in no order; a problem when the folder is not one. */
export const listCalls = (folder: string): string[] | { problem: string } => {
  const calls = join(folder, callsFolder);
  try {
    if (!lstatSync(calls).isDirectory()) return { problem: `${calls} is not a folder` };
    const names = readdirSync(calls).flatMap((name) =>
      name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : [],
    );
    return names.length > mostFiles ? { problem: `${calls} holds more than ${mostFiles} calls` } : names;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    return { problem: `${calls} cannot be read (${codeOf(error)})` };
  }
};

/** Which of the names are calls about this, in the order of their numbers. */
export const callsAbout = (names: readonly string[], about: CallAbout): { key: string; n: number }[] => {
  const prefix = `${groupOf(about)}-`;
  return names
    .filter((name) => name.startsWith(prefix) && /^[1-9]\d{0,8}$/.test(name.slice(prefix.length)))
    .map((key) => ({ key, n: Number(key.slice(prefix.length)) }))
    .toSorted((a, b) => a.n - b.n);
};

export const codeOf = (error: unknown): string =>
  errnoOf(error) ?? (error instanceof Error ? error.message : String(error));
