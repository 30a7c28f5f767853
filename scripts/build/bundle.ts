/** Bundles the command line and the library, dependencies included, so that the package needs nothing else. */
import { join } from 'node:path';
import { rolldown } from 'rolldown';

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
  });
  try {
    const { output } = await build.write({
      dir: dist,
      format: 'esm',
      // All in one folder: modules read their prompts from beside themselves.
      entryFileNames: '[name].js',
      chunkFileNames: 'chunk-[name]-[hash].js',
      // Apart, or the helpers of the bundler would lie beside it, and every command would load all of it.
      codeSplitting: { groups: [{ name: 'yaml', test: /node_modules.yaml/ }] },
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    });
    return output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  } finally {
    await build.close();
  }
};
