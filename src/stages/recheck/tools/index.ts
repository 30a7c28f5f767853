/** Every tool that is recognised. Where reports fit several, the first that the repository has is taken. */
import type { KnownTool } from '../tool.ts';
import { bandit } from './bandit.ts';
import { biome } from './biome.ts';
import { clippy } from './clippy.ts';
import { eslint } from './eslint.ts';
import { flake8 } from './flake8.ts';
import { goVet } from './go-vet.ts';
import { golangciLint } from './golangci-lint.ts';
import { markdownlint } from './markdownlint.ts';
import { mypy } from './mypy.ts';
import { oxlint } from './oxlint.ts';
import { phpcs } from './phpcs.ts';
import { phpstan } from './phpstan.ts';
import { pylint } from './pylint.ts';
import { pyright } from './pyright.ts';
import { rubocop } from './rubocop.ts';
import { ruff } from './ruff.ts';
import { shellcheck } from './shellcheck.ts';
import { stylelint } from './stylelint.ts';
import { tsc } from './tsc.ts';

export const knownTools: readonly KnownTool[] = [
  eslint,
  biome,
  oxlint,
  tsc,
  stylelint,
  markdownlint,
  bandit,
  flake8,
  ruff,
  pylint,
  mypy,
  pyright,
  shellcheck,
  golangciLint,
  goVet,
  clippy,
  rubocop,
  phpcs,
  phpstan,
];
