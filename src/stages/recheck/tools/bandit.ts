/** bandit, by its SARIF or lines. */
import { isPython, type KnownTool, overPython, python, pythonMentions } from '../tool.ts';

const lines = ['-q', '-f', 'custom', '--msg-template', '{relpath}:{line}: {test_id}: {severity}: {msg}'];

export const bandit: KnownTool = {
  name: 'bandit',
  drivers: ['bandit'],
  looksLike: ({ rule, file }) => rule !== undefined && isPython(file) && /^B[1-7]\d{2}$/.test(rule),
  files: python,
  programs: ['bandit'],
  command: (program) => [program, ...lines, '{files}'],
  everything: (program) => overPython(program, ...lines),
  format: 'lines',
  configuredBy: { files: ['.bandit', 'bandit.yaml', 'bandit.yml', 'bandit.toml'], mentions: pythonMentions('bandit') },
};
