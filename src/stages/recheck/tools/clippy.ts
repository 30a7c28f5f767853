/** clippy, by its short lines on standard error; it looks at packages, not at files. */
import type { KnownTool } from '../tool.ts';

export const clippy: KnownTool = {
  name: 'clippy',
  drivers: ['clippy'],
  looksLike: ({ rule }) => rule !== undefined && rule.startsWith('clippy::'),
  files: ['**/*.rs'],
  programs: ['cargo-clippy'],
  command: (program) => `${program} clippy --quiet --all-targets --message-format short 2>&1`,
  format: 'lines',
  configuredBy: {
    files: ['clippy.toml', '.clippy.toml'],
    mentions: [{ file: 'Cargo.toml', text: /^\s*\[(?:workspace\.)?lints\.clippy\]/m }],
  },
};
