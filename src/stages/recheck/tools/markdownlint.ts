/** markdownlint, by the lines of either of its programs, which print on standard error. */
import { type KnownTool, overTracked, packageMentions } from '../tool.ts';

export const markdownlint: KnownTool = {
  name: 'markdownlint',
  drivers: ['markdownlint', 'markdownlint-cli2', 'markdownlint-cli'],
  looksLike: ({ rule }) => rule !== undefined && /^MD\d{3}(?:\/|$)/.test(rule),
  files: ['**/*.{md,markdown,mdx}'],
  programs: ['markdownlint-cli2', 'markdownlint'],
  command: (program) => `${program} {files} 2>&1`,
  everything: (program) => `${overTracked('*.md', '*.markdown')(program)} 2>&1`,
  format: 'lines',
  configuredBy: {
    files: [
      ...['.json', '.jsonc', '.yaml', '.yml', 'rc'].map((end) => `.markdownlint${end}`),
      ...['.jsonc', '.yaml', '.cjs', '.mjs'].map((end) => `.markdownlint-cli2${end}`),
    ],
    mentions: packageMentions('markdownlint-cli2', 'markdownlint-cli', 'markdownlint'),
  },
  ruleOf: (rule) => rule.replace(/\/.*$/, ''),
};
