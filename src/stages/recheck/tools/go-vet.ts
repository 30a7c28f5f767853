/** `go vet`, by its lines on standard error; they carry no rule, so its commonest words tell them. */
import { isIn, type KnownTool } from '../tool.ts';

const words = new RegExp(
  [
    'declared and not used',
    'imported and not used',
    'format %',
    'Printf?f? ',
    'unreachable code',
    'self-assignment',
    'result of .* call not used',
    'composite literal uses unkeyed',
    'struct field tag',
    'undefined: ',
    'possible misuse',
    'copies lock',
    'assignment copies',
    'should be called',
    'the cancel function',
    'loop variable',
    'impossible',
    'redundant ',
    'non-constant format string',
    'missing return',
  ].join('|'),
);

export const goVet: KnownTool = {
  name: 'go vet',
  drivers: ['govet', 'go vet', 'vet'],
  looksLike: ({ rule, title, file }) => rule === undefined && isIn(file, /\.go$/) && words.test(title),
  files: ['**/*.go'],
  programs: ['go'],
  command: (program) => `${program} vet ./... 2>&1`,
  format: 'lines',
  configuredBy: { files: ['go.mod', 'go.work'] },
};
