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
import { annotations } from './texts/annotations.ts';
import { bandit } from './tools/bandit.ts';
import { biome } from './tools/biome.ts';
import { biomeText } from './texts/biome-text.ts';
import { cargo } from './tools/cargo.ts';
import { gcc } from './tools/gcc.ts';
import { gitlab } from './tools/gitlab.ts';
import { golangciLint } from './tools/golangci-lint.ts';
import { htmlhint } from './tools/htmlhint.ts';
import { junit } from './texts/junit.ts';
import { knip } from './tools/knip.ts';
import { list } from './tools/list.ts';
import { markdownlint } from './tools/markdownlint.ts';
import { mypy } from './tools/mypy.ts';
import { npmAudit } from './tools/npm-audit.ts';
import { oxlint } from './tools/oxlint.ts';
import { oxlintText } from './texts/oxlint-text.ts';
import { phpcs } from './tools/phpcs.ts';
import { pylint } from './tools/pylint.ts';
import { pyright } from './tools/pyright.ts';
import { rubocop } from './tools/rubocop.ts';
import { semgrep } from './tools/semgrep.ts';
import { shellcheck } from './tools/shellcheck.ts';
import { shellcheckText } from './texts/shellcheck-text.ts';
import { stylish } from './texts/stylish.ts';
import { ruff, ruffLines } from './tools/ruff.ts';

const byName: Readonly<Record<FormatName, Format>> = {
  sarif,
  eslint,
  github,
  stylelint,
  checkstyle,
  junit,
  biome,
  oxlint,
  pylint,
  ruff,
  'ruff-lines': ruffLines,
  mypy,
  pyright,
  bandit,
  shellcheck,
  'golangci-lint': golangciLint,
  cargo,
  semgrep,
  rubocop,
  phpcs,
  gcc,
  htmlhint,
  markdownlint,
  knip,
  'npm-audit': npmAudit,
  gitlab,
  annotations,
  'biome-text': biomeText,
  'oxlint-text': oxlintText,
  'shellcheck-text': shellcheckText,
  stylish,
  rdjson,
  rdjsonl,
  turbowrap,
  unified,
  accountability,
  list,
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
