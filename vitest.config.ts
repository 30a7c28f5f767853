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

const rank = ({ moduleId }: TestSpecification): number => {
  if (moduleId.includes('/contract/')) return 0;
  return long.some((name) => moduleId.endsWith(name)) ? 1 : 2;
};

/** The real agents first: their files take longest, and whatever starts last is waited for alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** Tests of what is kept for the whole process. All others beside the code share one: starting it takes longer than most. */
const needOwnProcess = ['src/adapters/git/door/shells.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts'], exclude: needOwnProcess, isolate: false },
      },
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts', ...needOwnProcess] } },
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
