/** stylelint, by its own JSON or its SARIF; newer versions print on standard error. */
import { isIn, type KnownTool, packageMentions } from '../tool.ts';

export const stylelint: KnownTool = {
  name: 'stylelint',
  drivers: ['stylelint'],
  looksLike: ({ rule, file }) =>
    rule !== undefined &&
    isIn(file, /\.(?:css|scss|sass|less|pcss)$/) &&
    /^(?:[\w@-]+\/)?[a-z]+(?:-[a-z]+)+$/.test(rule),
  files: ['**/*.{css,scss,sass,less,pcss,vue,svelte,html}'],
  programs: ['stylelint'],
  command: (program) => `${program} -f json --allow-empty-input {files} 2>&1`,
  everything: (program) => `${program} -f json --allow-empty-input '**/*.{css,scss,sass,less,pcss}' 2>&1`,
  format: 'stylelint',
  configuredBy: {
    files: [
      ...['', '.js', '.cjs', '.mjs', '.json', '.yml', '.yaml'].map((end) => `.stylelintrc${end}`),
      ...['js', 'cjs', 'mjs', 'ts'].map((end) => `stylelint.config.${end}`),
    ],
    mentions: packageMentions('stylelint'),
  },
};
