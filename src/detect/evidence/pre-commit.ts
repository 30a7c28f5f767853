/** Hooks of pre-commit, as evidence of which tools people use. */
import type { Folder } from '../folder.ts';
import type { Place } from '../found.ts';

const file = '.pre-commit-config.yaml';

const ids: Readonly<Record<string, string>> = {
  ruff: 'ruff(?:-check)?',
  biome: 'biome-(?:check|lint|ci)',
  shellcheck: 'shellcheck(?:-py)?',
  markdownlint: 'markdownlint(?:-cli2?)?',
  'golangci-lint': 'golangci-lint(?:-full)?',
};

/** `root`: of the repository, where it lies. */
export const inPreCommit = (root: Folder, tool: string): Place[] => {
  const mark = new RegExp(
    `^[ \\t]*(?:-[ \\t]*)?id:[ \\t]*["']?${ids[tool] ?? tool.replaceAll(' ', '-')}["']?[ \\t]*(?:#.*)?$`,
    'm',
  );
  return mark.test(root.text(file)) ? [root.place(file, mark)] : [];
};
