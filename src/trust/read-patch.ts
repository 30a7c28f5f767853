/** A patch with what is read from it more than once: trees, and which file is what. Made when first asked for. */
import { lazy } from '../plain/lazy.ts';
import type { ChangedFile, Patch } from '../model/patch.ts';
import { type Language, languageOf } from './syntax/language.ts';
import type { SyntaxTree } from './syntax/node.ts';

export type Parse = (language: Language, text: string) => SyntaxTree;

/** One state of a file. */
export type FileState = {
  path: string;
  text: string;
  lines: readonly string[];
  language: Language | null;
  /** Null where there is no grammar for it. */
  tree: () => SyntaxTree | null;
};

export type ReadFile = Omit<ChangedFile, 'before' | 'after'> & { before: FileState | null; after: FileState | null };

export type ReadPatch = Omit<Patch, 'files'> & { files: readonly ReadFile[] };

const stateOf = (path: string, text: string | null, parse: Parse): FileState | null => {
  if (text === null) return null;
  const language = languageOf(path);
  return {
    path,
    text,
    lines: text.split('\n'),
    language,
    tree: lazy(() => (language === null ? null : parse(language, text))),
  };
};

export const readPatch = (patch: Patch, parse: Parse): ReadPatch => ({
  ...patch,
  files: patch.files.map((file) => ({
    ...file,
    before: stateOf(file.was ?? file.path, file.before, parse),
    after: stateOf(file.path, file.after, parse),
  })),
});
