/** pyright, by its lines. */
import { isPython, type KnownTool, packageMentions, python, pythonMentions } from '../tool.ts';

export const pyright: KnownTool = {
  name: 'pyright',
  drivers: ['pyright', 'basedpyright'],
  looksLike: ({ rule, file }) => rule !== undefined && isPython(file) && /^report[A-Z]\w+$/.test(rule),
  files: python,
  programs: ['pyright', 'basedpyright'],
  command: (program) => [program, '{files}'],
  format: 'lines',
  configuredBy: {
    files: ['pyrightconfig.json'],
    mentions: [...pythonMentions('pyright'), ...packageMentions('pyright')],
  },
};
