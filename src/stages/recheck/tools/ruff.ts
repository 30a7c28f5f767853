/** ruff, by its SARIF or lines; its rules are named as those of the tools that it stands in for. */
import { isPython, type KnownTool, python, pythonMentions } from '../tool.ts';

export const ruff: KnownTool = {
  name: 'ruff',
  drivers: ['ruff'],
  looksLike: ({ rule, file }) => rule !== undefined && isPython(file) && /^[A-Z]{1,5}\d{3,4}$/.test(rule),
  files: [...python, '**/*.ipynb'],
  programs: ['ruff'],
  command: (program) => [program, 'check', '--no-fix', '--quiet', '--output-format', 'concise', '{files}'],
  format: 'lines',
  configuredBy: { files: ['ruff.toml', '.ruff.toml'], mentions: pythonMentions('ruff') },
};
