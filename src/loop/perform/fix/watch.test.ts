import { describe, expect, it, vi } from 'vitest';
import type { RunEvent } from '../../../model/event.ts';
import { watchCall, type Watch } from './watch.ts';

const watching = (): { watch: Watch; shown: RunEvent[] } => {
  const shown: RunEvent[] = [];
  return { watch: watchCall({ show: (event) => shown.push(event) }, '1.1.1'), shown };
};

const textOf = (shown: readonly RunEvent[]): string =>
  shown.map((event) => (event.type === 'attempt.output' ? event.text : '')).join('');

describe('4.11 what an agent does, live', () => {
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
