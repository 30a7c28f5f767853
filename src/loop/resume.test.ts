/** A run that stopped can be resumed: what stopped it is tried again, not remembered for ever. */
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../model/event.ts';
import { next } from './decide/next.ts';
import {
  exampleConfig,
  exampleFinding,
  exampleVerification,
  findingsAdmitted,
  planMade,
  runStarted,
  stateOf,
} from '../../test/support/loop/examples.ts';

const config = exampleConfig({ fix: { agent: 'house' }, verify: { setup: ['npm ci'], commands: ['npm test'] } });
const begun = [runStarted(config), findingsAdmitted(exampleFinding('a')), planMade('a')];
const setupFailed: RunEvent = {
  type: 'baseline.finished',
  verification: exampleVerification({ verdict: 'setup-failed', reason: 'no network' }),
};
const resumed: RunEvent = { type: 'run.resumed', version: '0' };

describe('resuming', () => {
  it('11.1 runs the baseline again after set-up failed, so that a mended set-up is noticed', () => {
    const stop = next(stateOf(...begun, setupFailed));
    expect(stop).toEqual([
      {
        do: 'record',
        events: [
          { type: 'run.stopping', reason: 'setup', message: 'The untouched start cannot be verified: no network.' },
        ],
      },
    ]);
    const events = stop.flatMap((action) => (action.do === 'record' ? action.events : []));
    const state = stateOf(...begun, setupFailed, ...events, resumed);
    expect(next(state)).toEqual([{ do: 'baseline' }]);
  });

  it('5.9 runs the baseline again after it could not be carried out', () => {
    const crashed: RunEvent = {
      type: 'baseline.finished',
      verification: exampleVerification({ verdict: 'crashed', reason: 'uvu: not found', remedy: 'Install it.' }),
    };
    const message = 'The untouched start cannot be verified: uvu: not found. Install it.';
    const stop: RunEvent = { type: 'run.stopping', reason: 'baseline', message };
    expect(next(stateOf(...begun, crashed))).toEqual([{ do: 'record', events: [stop] }]);
    expect(next(stateOf(...begun, crashed, stop, resumed))).toEqual([{ do: 'baseline' }]);
  });

  it('11.1 keeps a baseline that failed for other reasons', () => {
    const failed: RunEvent = { type: 'baseline.finished', verification: exampleVerification({ verdict: 'failed' }) };
    const state = stateOf(...begun, failed, { type: 'cancel.requested' }, resumed);
    expect(next(state)).toEqual([{ do: 'recheck' }]);
  });

  it('11.1 opens what was closed only because the run ended, and nothing else', () => {
    const closed = (id: string, cause: 'cancelled' | 'fixer'): RunEvent => ({
      type: 'finding.closed',
      id,
      status: 'blocked',
      cause,
      reason: 'because',
    });
    const two = [runStarted(config), findingsAdmitted(exampleFinding('a'), exampleFinding('b'))];
    const state = stateOf(
      ...two,
      { type: 'cancel.requested' },
      closed('a', 'cancelled'),
      closed('b', 'fixer'),
      resumed,
    );
    expect([...state.findings.values()].map(({ status, reason }) => [status, reason])).toEqual([
      ['open', undefined],
      ['blocked', 'because'],
    ]);
  });
});
