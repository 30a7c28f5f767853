/** Who holds a run: by looking where that is possible, by the time of the lease where it is not. */
import { expect, it } from 'vitest';
import { holderAt, ownHolder } from './holder.ts';
import type { Holder, RunRow } from './journal-rows.ts';

const now = 1_000_000;
const valid = now + 1;
const over = now;

const row = (holder: Holder | null, leaseUntil: number | null): RunRow => ({
  run: 'r',
  repo: 'repo',
  epoch: 1,
  lastSeq: 1,
  created: '2026-01-01T00:00:00.000Z',
  holder,
  leaseUntil,
  standing: null,
});
const mine = ownHolder();
/** No system gives a process so high a number. */
const dead: Holder = { ...mine, pid: 2 ** 31 - 1 };
const elsewhere: Holder = { ...mine, host: 'another-machine' };
const container: Holder = { ...mine, pid: dead.pid, space: 'pid:[1]' };
const beforeRestart: Holder = { ...container, startTime: mine.startTime.replace(/@.*/, '@an-earlier-boot') };
/** A version without leases did not say in which space of processes it was. */
const earlierVersion: Holder = { ...mine, space: '' };

it.each<[string, Holder | null, number | null, boolean]>([
  ['nobody', null, valid, false],
  ['this process, with a lease', mine, valid, true],
  ['this process, after its lease: whoever claims it may have it', mine, over, false],
  ['a process of this machine that is gone, with a lease', dead, valid, false],
  ['another process under the same number', { ...mine, startTime: `0${mine.startTime}` }, valid, false],
  ['a process of another machine, with a lease', elsewhere, valid, true],
  ['a process of another machine, after its lease', elsewhere, over, false],
  ['a process of another container, which cannot be seen, with a lease', container, valid, true],
  ['a process of another container from before a restart, with a lease', beforeRestart, valid, false],
  ['a process of the version before that lives', earlierVersion, null, true],
  ['a process of the version before that is gone', { ...dead, space: '' }, null, false],
  ['a process of the version before on another machine', elsewhere, null, false],
])('11.1 %s', (_, holder, leaseUntil, isHeld) => {
  expect(holderAt(row(holder, leaseUntil), now)).toEqual(isHeld ? holder : null);
});
