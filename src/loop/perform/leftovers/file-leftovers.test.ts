import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../../config/schema.ts';
import type { RunEvent } from '../../../model/event.ts';
import type { ClosingCause } from '../../../model/finding.ts';
import type { RunState } from '../../state/state.ts';
import { TrackerError, type Trackers } from '../../../ports/tracker.ts';
import { exampleConfig, exampleFinding, findingsAdmitted, runStarted } from '../../../../test/support/loop/examples.ts';
import { fakeCustody, fakeEngine } from '../../../../test/support/loop/fake-engine.ts';
import { memoryTracker } from '../../../../test/support/leftovers/memory-tracker.ts';
import { hasSomethingToFile } from '../../decide/leftovers.ts';
import { buildReport } from '../../report.ts';
import { fold, foldAll } from '../../state/fold.ts';
import { performFileLeftovers } from './file-leftovers.ts';

const at = '2026-01-01T00:00:00.000Z';

/** A run whose findings ended for these reasons. */
const ended = (leftovers: ConfigInput['leftovers'], causes: Readonly<Record<string, ClosingCause>>): RunState => {
  const events: RunEvent[] = [
    runStarted(exampleConfig({ leftovers }), { repository: { commit: 'c0', facts: { artifact: 'a', digest: 'd' } } }),
    findingsAdmitted(...Object.keys(causes).map((id) => exampleFinding(id, { line: 3 }))),
    ...Object.entries(causes).map(([id, cause]): RunEvent => ({
      type: 'finding.closed',
      id,
      cause,
      reason: `because of ${cause}`,
      status: cause === 'disposition' ? 'dismissed' : 'blocked',
    })),
  ];
  const state = foldAll(events.map((event, index) => ({ ...event, run: 'r1', seq: index + 1, at })));
  return state ?? expect.fail('there is no state');
};

const perform = async (state: RunState, trackers: Partial<Trackers>): Promise<Map<string, string>> => {
  const put = new Map<string, string>();
  const add = (event: RunEvent): void => void fold(state, { ...event, run: 'r1', seq: state.run.seq + 1, at });
  const engine = fakeEngine(
    fakeCustody(),
    () => expect.fail('nobody is asked'),
    async () => undefined,
  );
  const events = await performFileLeftovers({
    engine: {
      ...engine,
      artifacts: { ...engine.artifacts, put: async (name, text) => (put.set(name, String(text)), name) },
      published: async (commit) => commit,
      trackers: { ...engine.trackers, ...trackers },
    },
    state,
    signal: new AbortController().signal,
    emit: async (event) => add(event),
    note: add,
    show: () => undefined,
  });
  events.forEach(add);
  return put;
};

const place = { kind: 'github', project: 'acme/shop', web: 'https://github.com' } as const;

describe('what is filed', () => {
  it('9.1 what ended blocked, and not what nobody was to fix, was cancelled, or was never there', () => {
    const file = (cause: ClosingCause): boolean => hasSomethingToFile(ended({ to: 'markdown' }, { f1: cause }));
    const filed = ['fixer', 'exhausted', 'file-deleted', 'needs-decision', 'no-proof', 'disabled', 'stopped'] as const;
    expect(filed.filter((cause) => !file(cause))).toEqual([]);
    expect((['not-selected', 'cancelled', 'disposition'] as const).filter(file)).toEqual([]);
    expect(hasSomethingToFile(ended({ to: 'none' }, { f1: 'exhausted' }))).toBe(false);
  });

  it('9.3 a file with the artifacts', async () => {
    const state = ended({ to: 'markdown' }, { f1: 'exhausted', f2: 'not-selected' });
    const put = await perform(state, {});
    expect(put.get('leftovers.md')).toContain('## F1: \\[MEDIUM\\] problem f1');
    expect(put.get('leftovers.md')).not.toContain('problem f2');
    expect(buildReport(state).leftovers).toMatchObject({ to: 'markdown', file: 'leftovers.md' });
    expect(hasSomethingToFile(state) && state.leftovers.filed === undefined).toBe(false);
  });

  it('9.1 an issue for each, with a link to what the remote has', async () => {
    const tracker = memoryTracker();
    const state = ended({ to: 'github' }, { f1: 'exhausted', f2: 'disposition' });
    await perform(state, { locate: () => place, open: async () => tracker });
    expect(tracker.issues.map(({ title }) => title)).toEqual(['[MEDIUM] problem f1']);
    expect(tracker.issues[0]?.body).toContain('https://github.com/acme/shop/blob/c0/f1.ts#L3');
    const { findings, leftovers } = buildReport(state);
    expect(leftovers).toMatchObject({ waiting: 0, issues_created: ['https://tracker.example/1'] });
    expect(findings.map(({ issue }) => issue)).toEqual([{ url: 'https://tracker.example/1', error: null }, undefined]);
  });

  it('9.3 killed after planning, it goes on with the same plan', async () => {
    const tracker = memoryTracker();
    const state = ended({ to: 'github' }, { f1: 'exhausted' });
    tracker.fail((ask) => (ask === 'create' ? { when: 'after', error: new TrackerError('shut', 'killed') } : null));
    await perform(state, { locate: () => place, open: async () => tracker });
    expect(buildReport(state).leftovers?.waiting).toBe(1);
    tracker.fail(() => null);
    await perform(state, { locate: () => place, open: async () => tracker });
    expect(tracker.issues).toHaveLength(1);
    expect(buildReport(state).leftovers).toMatchObject({ waiting: 0, issues_created: ['https://tracker.example/1'] });
  });

  it('9.3 what cannot be sent waits, with the reason', async () => {
    const state = ended({ to: 'github' }, { f1: 'exhausted' });
    await perform(state, {});
    expect(buildReport(state).findings[0]?.issue).toEqual({ url: null, error: 'there is no tracker' });
    await perform(state, { locate: () => place });
    expect(buildReport(state).leftovers).toMatchObject({ waiting: 1, issues_created: [] });
    expect(state.leftovers.outbox.size).toBe(1);
  });
});
