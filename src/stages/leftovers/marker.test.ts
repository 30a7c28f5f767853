import { assert, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Marker, readMarker, writeMarker } from './marker.ts';

const marker: Marker = {
  finding: 'f0123456789ab',
  want: 'open',
  digest: 'abc',
  plan: 'run.1',
  at: '2026-01-01T00:00:00.000Z',
};

describe('the marker of an issue', () => {
  it('9.2 is read as it was written, and cannot be ended from inside', () => {
    assert(
      property(
        record({
          finding: string({ minLength: 1, unit: 'grapheme' }),
          digest: string({ minLength: 1 }),
          plan: string({ minLength: 1 }),
          at: string({ minLength: 1 }),
        }),
        (parts) => {
          const written = writeMarker({ ...parts, want: 'fixed' });
          expect(readMarker(`${written}\nbody`)).toEqual({ ...parts, want: 'fixed' });
          expect(written.indexOf('-->')).toBe(written.length - 3);
        },
      ),
    );
  });

  it('9.2 counts at the beginning of a body only', () => {
    expect(readMarker(`${writeMarker(marker)}\nbody`)).toEqual(marker);
    expect(readMarker(`\n${writeMarker(marker)}`)).toBeNull();
    expect(readMarker(`text ${writeMarker(marker)}`)).toBeNull();
    expect(readMarker('')).toBeNull();
    expect(readMarker(writeMarker(marker).replace('want=open', 'want=gone'))).toBeNull();
  });
});
