/** flake8, by its lines. */
import { isPython, type KnownTool, overPython, python, pythonMentions } from '../tool.ts';

export const flake8: KnownTool = {
  name: 'flake8',
  drivers: ['flake8', 'pycodestyle', 'pyflakes'],
  looksLike: ({ rule, file }) => rule !== undefined && isPython(file) && /^[A-Z]{1,3}\d{3}$/.test(rule),
  files: python,
  programs: ['flake8'],
  command: (program) => [program, '--format=default', '{files}'],
  everything: (program) => overPython(program, '--format=default'),
  format: 'lines',
  configuredBy: { files: ['.flake8'], mentions: pythonMentions('flake8') },
};
