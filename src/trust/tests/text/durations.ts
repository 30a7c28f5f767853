/** How long something may take, as tests of all languages write it: `ofMillis(500)`, `5 * time.Second`, `2.minutes`. */
import { anyOf, pattern } from '../../../plain/pattern.ts';

const units: readonly (readonly [RegExp, number])[] = [
  [/^nano/i, 1e-9],
  [/^micro/i, 1e-6],
  [/^(?:milli|ms$)/i, 1e-3],
  [/^s(?:ec|$)/i, 1],
  [/^min/i, 60],
  [/^h(?:our|$)/i, 3_600],
  [/^day/i, 86_400],
];

const unit = anyOf(/nano\w*/, /micro\w*/, /milli\w*/, /ms\b/, /sec\w*/, /min(?:ute)?s?\b/, /hours?\b/, /days?\b/);
const number = /(\d[\d_]*(?:\.\d+)?)/.source;

/** Number and unit, in either order; or a unit alone, as `time.Hour`. */
const shapes: readonly { shape: RegExp; amount?: number; unit: number }[] = [
  { shape: pattern('i', String.raw`\b(?:from_?|of|in_?)?(${unit})\s*[(=]\s*`, number), unit: 1, amount: 2 },
  { shape: pattern('i', number, String.raw`\s*\)?\s*\*\s*time\s*\.\s*(${unit})`), unit: 2, amount: 1 },
  { shape: pattern('i', number, String.raw`\s*[,.]?\s*(?:\w+Unit\s*\.\s*)?(${unit})`), unit: 2, amount: 1 },
  { shape: pattern('i', String.raw`\btime\s*\.\s*(${unit})`), unit: 1 },
];

const secondsOf = (word: string): number => units.find(([name]) => name.test(word))?.[1] ?? 1;

/** In seconds; undefined where no unit is named. */
export const durationIn = (text: string): number | undefined => {
  for (const { shape, amount, unit: at } of shapes) {
    const found = shape.exec(text.slice(0, 2_000));
    if (found !== null)
      return (
        Number((amount === undefined ? '1' : (found[amount] ?? '1')).replaceAll('_', '')) * secondsOf(found[at] ?? '')
      );
  }
  return undefined;
};
