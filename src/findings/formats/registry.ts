/** The formats that are known, in the order in which they are tried. */
import type { FormatName } from '../../config/sections/reviewing.ts';
import { accountability } from './accountability.ts';
import { answer } from './answer/index.ts';
import { checkstyle } from './checkstyle.ts';
import { eslint } from './eslint.ts';
import type { Format, JsonFormat, TextFormat } from './format.ts';
import { github } from './github/index.ts';
import { lines } from './lines/index.ts';
import { ralph } from './ralph/index.ts';
import { rdjson } from './rdjson/index.ts';
import { rdjsonl } from './rdjson/rdjsonl.ts';
import { sarif } from './sarif/index.ts';
import { stylelint } from './stylelint.ts';
import { turbowrap } from './turbowrap.ts';
import { unified } from './unified.ts';

const byName: Readonly<Record<FormatName, Format>> = {
  sarif,
  eslint,
  github,
  stylelint,
  checkstyle,
  rdjson,
  rdjsonl,
  turbowrap,
  unified,
  accountability,
  ralph,
  answer,
  lines,
};

export const formats: readonly Format[] = Object.values(byName);

export const formatNamed = (name: FormatName): Format => byName[name];

export const detectJson = (value: unknown): JsonFormat | null =>
  formats.find((format): format is JsonFormat => format.of === 'json' && format.recognises(value)) ?? null;

/** `lastResort`: also those that text of many kinds looks like; `spoken`: also what somebody may have said. */
export const detectText = (
  text: string,
  { lastResort, spoken }: { lastResort: boolean; spoken: boolean },
): TextFormat | null =>
  formats.find(
    (format): format is TextFormat =>
      format.of === 'text' &&
      (lastResort || format.lastResort !== true) &&
      (spoken || format.spoken !== true) &&
      format.recognises(text),
  ) ?? null;
