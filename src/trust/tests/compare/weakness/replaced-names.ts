/** Which names of the code a stand-in takes the place of. */
import type { Mark, Unit } from '../../model.ts';
import { identifiersOf } from '../../text/tokens.ts';

const stringsIn = (text: string): string[] =>
  [...text.matchAll(/["'`]([^"'`\n]{1,200})["'`]/g)].map(([, inner]) => inner ?? '');

/** Names that a stand-in for a whole module replaces: all that are imported, or those that it says. */
const replacedInModule = (text: string, source: string): string[] => {
  const [module = ''] = stringsIn(text);
  const imported = namesImported(source, module);
  if (!/requireActual|importActual|importOriginal/.test(text)) return imported;
  return imported.filter((name) => new RegExp(`\\b${name.replaceAll('$', '\\$')}\\s*[:(]`).test(text));
};

const assigned = /^([\w$]+)(?:(?:\.prototype)?\.(?!prototype\b)([\w$]+))?\s*=(?![=>])/;

/** It comes from elsewhere: what the test made itself may be made as it likes. */
const isImported = (name: string, source: string): boolean =>
  new RegExp(String.raw`^.*\b(?:import|require|from|use)\b.*\b${name.replaceAll('$', String.raw`\$`)}\b`, 'm').test(
    source,
  ) || new RegExp(String.raw`^.*\b${name.replaceAll('$', String.raw`\$`)}\b.*\brequire\(`, 'm').test(source);

export const replacedBy = ({ text }: Mark, file: Unit, source: string): string[] => {
  const bare = text.replace(/^@/, '');
  if (/^(?:jest|vi)\.(?:mock|doMock|unstable_mockModule)|^mock\.module|^t\.mock\.module/.test(bare))
    return replacedInModule(bare, source);
  if (/^(?:Mockito\.)?(?:when|given|every|doReturn)\b/.test(bare))
    return [/\.\s*(\w+)\s*\([^()]*\)\s*\)/.exec(bare)?.[1] ?? ''];
  const [, root, member = ''] = assigned.exec(bare) ?? [];
  if (root !== undefined) return member === '' ? [root] : isImported(root, source) ? [member] : [];
  const names = stringsIn(bare).map((each) => each.split(/[./:]/).at(-1) ?? '');
  const isOfObject = /patch\.object|spyOn|stub|setattr|replace|method/.test(bare);
  return [...names.slice(0, 1), ...(isOfObject ? names : [])].filter((name) => name !== '' && file.kind === 'file');
};

const namesImported = (source: string, module: string): string[] => {
  if (module === '') return [];
  const lines = source
    .split('\n')
    .filter(
      (line) => line.includes(module) && /\b(?:import|require)\b/.test(line) && !/\.(?:mock|doMock)\(/.test(line),
    );
  return lines
    .flatMap((line) => identifiersOf(line.replaceAll(/["'`][^"'`]*["'`]/g, '')))
    .filter((name) => !/^(?:import|from|const|let|var|require|as|type|await|default)$/.test(name));
};
