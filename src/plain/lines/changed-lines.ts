/** What was changed between two versions of a text, line by line, with a few lines around each changed place. */
import { imagesOf } from './line-images.ts';
import type { Gap } from './unique-lines.ts';

/** `old`, `now`: numbers of lines; of a line that is only in one version, where it would be in the other. */
export type ChangedLine = { sign: ' ' | '-' | '+'; old: number; now: number; text: string };

/** Lines around a changed place, as a patch has them. */
const around = 3;

/** What lies between lines that are the same in both versions. */
const gapsOf = (old: readonly string[], now: readonly string[]): Gap[] => {
  const gaps: Gap[] = [];
  let [from, nowFrom] = [0, 0];
  for (const [at, image] of [...imagesOf(old, now), now.length].entries()) {
    const isEnd = at === old.length;
    // A line that is only indented otherwise is the same line to whoever follows it, and a changed one here.
    if (!isEnd && (image < nowFrom || old[at] !== now[image])) continue;
    if (at > from || image > nowFrom) gaps.push({ from, to: at, nowFrom, nowTo: image });
    [from, nowFrom] = [at + 1, image + 1];
  }
  return gaps;
};

/** In their order; what is far from every change is left out. */
export const changedLines = (old: readonly string[], now: readonly string[]): ChangedLine[] => {
  const gaps = gapsOf(old, now);
  return gaps.flatMap((gap, index) => {
    const before = gaps[index - 1];
    const behind = gaps[index + 1];
    // Between two changes that are near each other, each line once.
    const head = Math.max(gap.nowFrom - around, before ? Math.min(before.nowTo + around, gap.nowFrom) : 0);
    const tail = Math.min(gap.nowTo + around, behind?.nowFrom ?? now.length);
    return [
      ...same(now, head, gap.nowFrom, gap.from - gap.nowFrom),
      ...old.slice(gap.from, gap.to).map((text, n) => line('-', gap.from + n, gap.nowFrom, text)),
      ...now.slice(gap.nowFrom, gap.nowTo).map((text, n) => line('+', gap.to, gap.nowFrom + n, text)),
      ...same(now, gap.nowTo, tail, gap.to - gap.nowTo),
    ];
  });
};

const line = (sign: ChangedLine['sign'], old: number, now: number, text: string): ChangedLine => ({
  sign,
  old: old + 1,
  now: now + 1,
  text,
});

const same = (now: readonly string[], from: number, to: number, shift: number): ChangedLine[] =>
  now.slice(from, to).map((text, n) => line(' ', from + n + shift, from + n, text));
