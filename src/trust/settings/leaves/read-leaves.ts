/** Reads a file of settings, in whatever format it is written. */
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import type { FileState } from '../../read-patch.ts';
import { codeLeaves } from './code-leaves.ts';
import { type Leaf, leavesOf } from './leaf.ts';
import { blockLeaves, iniLeaves, listLeaves } from './text-formats.ts';
import { xmlLeaves } from './xml-leaves.ts';

export type Format = 'json' | 'yaml' | 'toml' | 'ini' | 'xml' | 'code' | 'list' | 'blocks';

/** Larger files are no settings that somebody wrote. */
const largest = 1_000_000;

const withoutComments = (text: string): string =>
  text
    .replaceAll(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, quoted?: string) => quoted ?? '')
    .replaceAll(/,(?=\s*[}\]])/g, '');

const jsonLeaves = (text: string): Leaf[] => {
  try {
    return leavesOf(JSON.parse(text));
  } catch {
    return leavesOf(JSON.parse(withoutComments(text)));
  }
};

const readers: Readonly<Record<Format, (state: FileState) => Leaf[] | null>> = {
  json: ({ text }) => jsonLeaves(text),
  yaml: ({ text }) => leavesOf(parseYaml(text, { maxAliasCount: 100, uniqueKeys: false, logLevel: 'silent' })),
  toml: ({ text }) => leavesOf(parseToml(text)),
  ini: ({ text }) => iniLeaves(text),
  xml: ({ text }) => xmlLeaves(text),
  list: ({ text }) => listLeaves(text),
  blocks: ({ text }) => blockLeaves(text),
  code: (state) => codeLeaves(state),
};

/** Null: it cannot be read. */
export const readLeaves = (state: FileState | null, format: Format): Leaf[] | null => {
  if (state === null) return [];
  if (state.text.length > largest) return null;
  try {
    return readers[format](state);
  } catch {
    return null;
  }
};
