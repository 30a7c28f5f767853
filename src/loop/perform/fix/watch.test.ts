import { describe, expect, it, vi } from 'vitest';
import type { RunEvent } from '../../../model/event.ts';
import { createRedactor } from '../../../secrets/redact.ts';
import { watchCall, type Watch } from './watch.ts';

const secret = 'hunter2-hunter2-hunter2';
const { redact, stream } = createRedactor({ MY_TOKEN: secret });

const watching = (): { watch: Watch; shown: RunEvent[] } => {
  const shown: RunEvent[] = [];
  return { watch: watchCall({ show: (event) => shown.push(event), redact, redactStream: stream }, '1.1.1'), shown };
};

const textOf = (shown: readonly RunEvent[]): string =>
  shown.map((event) => (event.type === 'attempt.output' ? event.text : '')).join('');

describe('4.11 what an agent does, live', () => {
  it('is shown without secrets, also when they come in pieces or as a detail', () => {
    const { watch, shown } = watching();
    for (const piece of ['the token is hun', 'ter2-hunter2', '-hunter2\n'])
      watch.onEvent({ kind: 'text', text: piece });
    watch.onEvent({ kind: 'tool', name: 'Bash', detail: `curl -H ${secret}` });
    watch.onEvent({ kind: 'file', path: `src/${secret}.ts` });
    watch.end();
    expect(JSON.stringify(shown)).not.toContain('hunter2');
    expect(textOf(shown)).toBe('the token is [redacted]\n');
    expect(shown.slice(1)).toEqual([
      { type: 'attempt.activity', unit: '1.1.1', activity: 'tool', name: 'Bash', detail: 'curl -H [redacted]' },
      { type: 'attempt.activity', unit: '1.1.1', activity: 'file', name: 'src/[redacted].ts' },
    ]);
  });

  it('is gathered, so that single words do not become single events', () => {
    vi.useFakeTimers();
    try {
      const { watch, shown } = watching();
      for (let word = 0; word < 1_000; word += 1) watch.onEvent({ kind: 'text', text: `word ${word}\n` });
      expect(shown).toEqual([]);
      vi.advanceTimersByTime(1_000);
      expect(shown).toHaveLength(1);
      watch.end();
      expect(textOf(shown)).toContain('word 999');
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends when it is more than anybody reads', () => {
    const { watch, shown } = watching();
    for (let line = 0; line < 4_000; line += 1) watch.onEvent({ kind: 'text', text: `${'x'.repeat(999)}\n` });
    for (let tool = 0; tool < 20_000; tool += 1) watch.onEvent({ kind: 'tool', name: 'Read' });
    watch.end();
    expect(textOf(shown).length).toBeLessThan(1_100_000);
    expect(textOf(shown)).toContain('more was said');
    expect(shown.filter(({ type }) => type === 'attempt.activity')).toHaveLength(5_000);
  });
});
