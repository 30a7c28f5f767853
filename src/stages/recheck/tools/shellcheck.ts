/** shellcheck, by its lines, SARIF or Checkstyle. */
import { type KnownTool, overTracked } from '../tool.ts';

export const shellcheck: KnownTool = {
  name: 'shellcheck',
  drivers: ['shellcheck'],
  looksLike: ({ rule }) => rule !== undefined && /^(?:ShellCheck\.)?SC\d{4}$/.test(rule),
  files: ['**/*.{sh,bash,ksh,dash,bats}'],
  programs: ['shellcheck'],
  command: (program) => [program, '-f', 'gcc', '{files}'],
  everything: (program) => overTracked('*.sh', '*.bash', '*.ksh', '*.dash', '*.bats')(program, '-f', 'gcc'),
  format: 'lines',
  configuredBy: { files: ['.shellcheckrc'], always: true },
  ruleOf: (rule) => rule.replace(/^ShellCheck\./, ''),
};
