/** oxlint, by its SARIF, Checkstyle or lines. */
import { isScript, type KnownTool, packageMentions, scripts } from '../tool.ts';

export const oxlint: KnownTool = {
  name: 'oxlint',
  drivers: ['oxlint', 'oxc'],
  looksLike: ({ rule, file }) => rule !== undefined && isScript(file) && /^[\w@-]+\([\w/-]+\)$/.test(rule),
  files: scripts,
  programs: ['oxlint'],
  command: (program) => [program, '-f', 'sarif', '{files}'],
  format: 'sarif',
  configuredBy: { files: ['.oxlintrc.json', 'oxlint.config.ts'], mentions: packageMentions('oxlint') },
};
