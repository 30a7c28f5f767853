/** The licences of everything that is bundled, as they ask to be passed on. */
import { glob, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const packageOf = (root: string, file: string): string | null => {
  const parts = relative(root, file).split(sep);
  const at = parts.lastIndexOf('node_modules');
  if (at === -1) return null;
  return parts.slice(0, at + (parts[at + 1]?.startsWith('@') === true ? 3 : 2)).join(sep);
};

const licenceText = async (folder: string): Promise<string> => {
  for await (const file of glob('{LICENSE,LICENCE,license,licence}*', { cwd: folder }))
    return readFile(join(folder, file), 'utf8');
  return '(the package holds no licence text)';
};

export const licences = async (root: string, modules: readonly string[]): Promise<string> => {
  const folders = [...new Set(modules.flatMap((file) => packageOf(root, file) ?? []))].sort();
  const sections = await Promise.all(
    folders.map(async (folder) => {
      const { name, version, license }: { name: string; version: string; license: string } = JSON.parse(
        await readFile(join(root, folder, 'package.json'), 'utf8'),
      );
      return `${name} ${version} (${license})\n\n${(await licenceText(join(root, folder))).trim()}\n`;
    }),
  );
  return sections.join(`\n${'-'.repeat(80)}\n\n`);
};
