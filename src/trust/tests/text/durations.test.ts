import { expect, it } from 'vitest';
import { durationIn } from './durations.ts';

it.each([
  ['assertTimeout(ofMillis(500), run)', 0.5],
  ['assertTimeout ( Duration . ofMinutes ( 30 ) , run )', 1_800],
  ['Duration::from_secs(100)', 100],
  ['context.WithTimeout(ctx, 200*time.Millisecond)', 0.2],
  ['context.WithTimeout(ctx, time.Hour)', 3_600],
  ['timedelta(minutes=2)', 120],
  ['TimeSpan.FromSeconds(5)', 5],
  ['latch.await(3, TimeUnit.SECONDS)', 3],
  ['this.timeout(5_000)', undefined],
])('7.1 reads how long a test may take: %s', (text, seconds) => expect(durationIn(text)).toBe(seconds));
