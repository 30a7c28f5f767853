/** pylint, by its lines or SARIF. */
import { isPython, type KnownTool, python, pythonMentions } from '../tool.ts';

export const pylint: KnownTool = {
  name: 'pylint',
  drivers: ['pylint'],
  looksLike: ({ rule, file }) => rule !== undefined && isPython(file) && /^[CRWEFI]\d{4}$/.test(rule),
  files: python,
  programs: ['pylint'],
  command: (program) => [
    program,
    '--score=n',
    '--msg-template={path}:{line}:{column}: {msg_id}: {msg} ({symbol})',
    '{files}',
  ],
  format: 'lines',
  configuredBy: {
    files: ['.pylintrc', 'pylintrc', '.pylintrc.toml', 'pylintrc.toml'],
    mentions: pythonMentions('pylint'),
  },
};
