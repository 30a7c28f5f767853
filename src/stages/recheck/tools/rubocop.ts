/** RuboCop, by its lines in the form of Emacs. */
import { isIn, type KnownTool } from '../tool.ts';

export const rubocop: KnownTool = {
  name: 'rubocop',
  drivers: ['rubocop'],
  looksLike: ({ rule, file }) =>
    rule !== undefined && isIn(file, /\.(?:rb|rake|gemspec)$/) && /^[A-Z]\w+(?:\/[A-Z]\w+)+$/.test(rule),
  files: ['**/*.{rb,rake,gemspec}', '**/{Gemfile,Rakefile}'],
  programs: ['rubocop'],
  command: (program) => [program, '--format', 'emacs', '--force-exclusion', '{files}'],
  format: 'lines',
  configuredBy: {
    files: ['.rubocop.yml'],
    mentions: [{ file: 'Gemfile', text: /^\s*gem\s*\(?["']rubocop/m }],
  },
};
