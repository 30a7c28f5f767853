/** PHPStan, by its raw lines; what it looks at is in its configuration. */
import type { KnownTool } from '../tool.ts';

export const phpstan: KnownTool = {
  name: 'phpstan',
  drivers: ['phpstan'],
  looksLike: () => false,
  files: ['**/*.php'],
  programs: ['phpstan'],
  command: (program) => [program, 'analyse', '--no-progress', '--error-format=raw'],
  format: 'lines',
  configuredBy: { files: ['phpstan.neon', 'phpstan.neon.dist', 'phpstan.dist.neon'] },
};
