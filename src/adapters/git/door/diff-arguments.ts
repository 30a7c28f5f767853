/** How git is asked for a difference: nothing of it depends on settings, and no program of the user has a say. */

export const diffArguments = ['-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--full-index', '--raw'] as const;
export const patchArguments = ['--numstat', '-p', '--binary'] as const;
export const treeArguments = ['diff-tree', '-r', ...diffArguments, ...patchArguments] as const;
