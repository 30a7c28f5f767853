/** PHP_CodeSniffer, by its Checkstyle. */
import { isIn, type KnownTool } from '../tool.ts';

export const phpcs: KnownTool = {
  name: 'phpcs',
  drivers: ['phpcs', 'php_codesniffer'],
  looksLike: ({ rule, file }) =>
    rule !== undefined && isIn(file, /\.(?:php|inc)$/) && /^[A-Z]\w*(?:\.[A-Z]\w*){2,3}$/.test(rule),
  files: ['**/*.{php,inc}'],
  programs: ['phpcs'],
  command: (program) => [program, '-q', '--report=checkstyle', '{files}'],
  format: 'checkstyle',
  configuredBy: { files: ['phpcs.xml', 'phpcs.xml.dist', '.phpcs.xml', '.phpcs.xml.dist'] },
};
