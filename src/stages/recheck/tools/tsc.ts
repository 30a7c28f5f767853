/** The TypeScript compiler, by its lines; it looks at a project as a whole. */
import type { KnownTool } from '../tool.ts';

export const tsc: KnownTool = {
  name: 'tsc',
  drivers: ['tsc', 'typescript'],
  looksLike: ({ rule }) => rule !== undefined && /^TS\d{4,5}$/.test(rule),
  files: ['**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue}'],
  // That of Vue knows its files as well, and takes the same flags.
  programs: ['vue-tsc', 'tsc'],
  command: (program) => [program, '--noEmit', '--pretty', 'false', '-p', '.'],
  format: 'lines',
  configuredBy: { files: ['tsconfig.json'] },
};
