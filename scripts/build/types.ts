/** Declarations of the library. Those of zod come along, since the package has no dependencies. */
import { cp, glob, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { run } from './run.ts';

const withoutDependencies = async (file: string, zod: string): Promise<void> => {
  const text = await readFile(file, 'utf8');
  const path = relative(dirname(file), zod).split(sep).join('/');
  await writeFile(
    file,
    text.replaceAll(/(from\s+|import\()(['"])zod\2/g, `$1$2${path.startsWith('.') ? path : `./${path}`}$2`),
  );
};

const copyZod = async (root: string, to: string): Promise<void> => {
  const from = join(root, 'node_modules/zod');
  for await (const file of glob('{index,v4/{classic,core,locales}/**/*}.d.ts', { cwd: from }))
    await cp(join(from, file), join(to, file));
  await cp(join(from, 'LICENSE'), join(to, 'LICENSE'));
};

export const emitTypes = async (root: string, dist: string): Promise<void> => {
  const types = join(dist, 'types');
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  await run(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', types], root);
  for await (const file of glob('**/*.d.ts', { cwd: types }))
    await withoutDependencies(join(types, file), join(types, 'zod/index.js'));
  await copyZod(root, join(types, 'zod'));
};
