/** Biome's linter, by its SARIF, rdjson or Checkstyle. */
import { type KnownTool, packageMentions, scripts } from '../tool.ts';

export const biome: KnownTool = {
  name: 'biome',
  drivers: ['biome'],
  looksLike: ({ rule }) => rule !== undefined && /^lint\/[a-z][a-zA-Z]+\/[a-z][a-zA-Z\d]+$/.test(rule),
  files: [...scripts, '**/*.{css,json,jsonc,graphql,html}'],
  programs: ['biome'],
  command: (program) => [
    program,
    'lint',
    '--reporter=rdjson',
    '--max-diagnostics=none',
    '--no-errors-on-unmatched',
    '{files}',
  ],
  format: 'rdjson',
  configuredBy: {
    files: ['biome.json', 'biome.jsonc', '.biome.json', '.biome.jsonc'],
    mentions: packageMentions('@biomejs/biome'),
  },
};
