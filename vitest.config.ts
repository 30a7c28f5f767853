import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files, which would come last, that take long: campaigns, and whole repositories for every case. */
const long = [
  'hostile-tamper',
  'hostile-tricks',
  'soak-programs',
  'bad-agents',
  'groups-campaign',
  'real-claude-ends',
  'crash',
  'adversaries',
  'fresh-clone',
  'soak',
  'corpus',
  'example',
].map((name) => `/${name}.test.ts`);

const isOf = (names: readonly string[], { moduleId }: TestSpecification): boolean =>
  names.some((name) => moduleId.includes(name));

/**
 * What takes longest first, since whatever starts last is waited for alone. The real agents are waited for more than
 * they compute: never all of them at once, and beside each of them two that compute.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const agents = sorted.filter((file) => isOf(['/contract/'], file));
    const computing = sorted.filter((file) => isOf(long, file));
    const others = sorted.filter((file) => !agents.includes(file) && !computing.includes(file));
    // A process is only shared by files that come one after the other; being short, they fill the end.
    const shared = others.filter(({ project }) => !project.config.isolate);
    const rest = [...computing, ...others.filter((file) => !shared.includes(file)), ...shared];
    return [
      ...agents.flatMap((agent, n) => [agent, ...rest.slice(2 * n, 2 * n + 2)]),
      ...rest.slice(2 * agents.length),
    ];
  }
}

/** Tests of what is kept for the whole process. */
const needOwnProcess = ['src/adapters/git/door/shells.test.ts'];
/** Tests that compute for long: counting which lines ran makes them take ten times as long, so they run without it. */
const computing = ['src/**/*.long.test.ts', 'test/**/*.long.test.ts'];
/** Tests that mostly compute share processes: starting one for each takes longer than most of them. */
const sharing = ['src/**/*.test.ts', 'test/{cli,fakes,report,trust}/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: sharing, exclude: [...needOwnProcess, ...computing], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts', ...needOwnProcess],
          exclude: [...sharing.slice(1), ...computing],
        },
      },
      { extends: true, test: { name: 'long', include: computing } },
    ],
    exclude: ['**/node_modules/**', 'test/fixtures/**'],
    globalSetup: 'test/support/work-in-memory.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // More than there are processors: agents and their limits are waited for more than they compute.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { lines: 90 },
    },
  },
});
