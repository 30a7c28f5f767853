/** What the user's branch will stand on after a merge. */
import type { Control } from '../../control/control.ts';
import { identityEnvironment } from '../commit.ts';
import { merge } from '../merge.ts';

export const isAncestor = async (control: Control, older: string, newer: string): Promise<boolean> => {
  const { exitCode } = await control.git(['merge-base', '--is-ancestor', older, newer], { allow: [1, 128] });
  return exitCode === 0;
};

/** The result itself where that is possible, else a merge of both. */
export const targetFor = async (
  control: Control,
  mine: string,
  head: string,
): Promise<string | { conflicts: string[] }> => {
  if (await isAncestor(control, mine, head)) return head;
  const merged = await merge(control, mine, head);
  if ('conflicts' in merged) return merged;
  const env = identityEnvironment(control.frozen, new Date().toISOString());
  const input = `Merge the fixes of run ${control.frozen.run}\n`;
  const { stdout } = await control.git(['commit-tree', '-p', mine, '-p', head, merged.tree], { env, input });
  return stdout.toString().trim();
};
