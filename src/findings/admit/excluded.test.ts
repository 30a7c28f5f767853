/** Findings in files that are left out are counted, by the rule that leaves them out. */
import { describe, expect, it } from 'vitest';
import { withoutExcluded } from './excluded.ts';

const draft = (file?: string) => ({
  title: 't',
  category: 'lint',
  description: '',
  severity: 'medium' as const,
  ...(file !== undefined && { file }),
});
const reports = [
  {
    reviewer: 'eslint',
    level: 'blocking' as const,
    drafts: [draft('src/a.js'), draft('vendor/b.js'), draft('vendor/c.js'), draft('d.min.js'), draft()],
  },
];

describe('excluded findings', () => {
  it('13.2 leaves them out and says how many, and why', () => {
    const { reports: kept, warnings } = withoutExcluded(reports, ['vendor/', '*.min.js']);
    expect(kept[0]?.drafts.map(({ file }) => file)).toEqual(['src/a.js', undefined]);
    expect(warnings).toEqual(['3 findings in excluded files left out (vendor/: 2, *.min.js: 1)']);
  });

  it('13.2 says nothing where nothing was left out', () => {
    expect(withoutExcluded(reports, ['docs/'])).toEqual({ reports, warnings: [] });
    expect(withoutExcluded(reports, [])).toEqual({ reports, warnings: [] });
  });
});
