/** ESLint, by its own JSON, the SARIF of its formatter, Checkstyle or lines. */
import { isScript, type KnownTool, packageMentions, scripts } from '../tool.ts';

/** `no-var`, `@typescript-eslint/no-explicit-any`; of those without a dash the ones that are common. */
const rule =
  /^(?:(?:@?[\w.-]+\/)*[a-z\d]+(?:-[a-z\d]+)+|eqeqeq|curly|semi|quotes|indent|radix|yoda|camelcase|complexity|strict)$/;

const ruleOf = (id: string): string => id.replace(/^eslint\.rules\./, '');

export const eslint: KnownTool = {
  name: 'eslint',
  drivers: ['eslint'],
  looksLike: ({ rule: id, file }) =>
    id !== undefined && isScript(file) && (id.startsWith('eslint.rules.') || rule.test(id)),
  files: scripts,
  programs: ['eslint'],
  command: (program) => [program, '-f', 'json', '--no-error-on-unmatched-pattern', '{files}'],
  format: 'eslint',
  configuredBy: {
    files: [
      ...['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((end) => `eslint.config.${end}`),
      ...['', '.js', '.cjs', '.json', '.yml', '.yaml'].map((end) => `.eslintrc${end}`),
    ],
    mentions: packageMentions('eslint', 'eslintConfig'),
  },
  ruleOf,
};
