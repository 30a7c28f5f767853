/** Bundles the command line and the library, dependencies included, so that the package needs nothing else. */
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { groupsByStart } from './groups.ts';

/** Returns the files that went into the bundle. */
export const bundle = async (root: string, dist: string): Promise<string[]> => {
  const build = await rolldown({
    cwd: root,
    input: {
      cli: join(root, 'src/cli/main.ts'),
      index: join(root, 'src/index.ts'),
      'answer-server': join(root, 'src/adapters/agents/answering/answer-server.ts'),
      'inspector-worker': join(root, 'src/adapters/inspector/worker.ts'),
    },
    platform: 'node',
    treeshake: true,
    // What is imported both ways: not everything that imports it at once is loaded by every start.
    checks: { ineffectiveDynamicImport: false },
  });
  try {
    const { output } = await build.write({
      dir: dist,
      format: 'esm',
      // All in one folder: modules read their prompts from beside themselves.
      entryFileNames: '[name].js',
      chunkFileNames: 'chunk-[name]-[hash].js',
      codeSplitting: { groups: groupsByStart(join(root, 'src')) },
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    });
    return output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  } finally {
    await build.close();
  }
};
