/** pylint, by its lines or SARIF. */
import { isPython, type KnownTool, overPython, python, pythonMentions } from '../tool.ts';

const lines = ['--score=n', '--msg-template={path}:{line}:{column}: {msg_id}: {msg} ({symbol})'];

export const pylint: KnownTool = {
  name: 'pylint',
  drivers: ['pylint'],
  looksLike: ({ rule, file }) => rule !== undefined && isPython(file) && /^[CRWEFI]\d{4}$/.test(rule),
  files: python,
  programs: ['pylint'],
  command: (program) => [program, ...lines, '{files}'],
  everything: (program) => overPython(program, ...lines),
  format: 'lines',
  configuredBy: {
    files: ['.pylintrc', 'pylintrc', '.pylintrc.toml', 'pylintrc.toml'],
    mentions: pythonMentions('pylint'),
  },
};
