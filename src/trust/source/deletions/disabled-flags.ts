/** Features that are turned off by a constant. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Asking } from '../../../model/patch.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Seen } from '../seen.ts';
import { mentions } from '../words.ts';

const feature = pattern(
  'i',
  /\w*/,
  anyOf(
    /enabl|feature|activ|strict|verif|valid|check|secur|auth|protect|sanit|escap|encrypt|audit|limit/,
    /guard|require|safe|retry|cache/,
  ),
  /\w*/,
);

const turnedOff = (text: string): string =>
  text.replaceAll(/\b(?:true|True)\b/g, 'off').replaceAll(/\b(?:false|False)\b/g, 'off');

/** Lines that were on, as they are known again when they are off. */
const onBefore = ({ before }: SourceChange): Set<string> =>
  new Set(
    codeLines(before)
      .filter(({ text }) => /\b[tT]rue\b/.test(text))
      .map(({ text }) => turnedOff(text)),
  );

export const disabledFlags = (changes: readonly SourceChange[], findings: readonly Asking[]): Seen[] =>
  changes.flatMap((change) => {
    const were = onBefore(change);
    return codeLines(change.after).flatMap(({ text, line }) => {
      const name = feature.exec(text)?.[0];
      if (name === undefined || !/\b[fF]alse\b/.test(text) || !were.has(turnedOff(text))) return [];
      if (mentions(findings, new RegExp(`\\b${name}\\b`))) return [];
      return [{ rule: 'feature-disabled', path: change.path, line, about: `turns \`${name}\` off` }];
    });
  });
