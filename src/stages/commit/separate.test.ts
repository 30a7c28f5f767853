/** Taking a change apart by files. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import { type Claimed, separate } from './separate.ts';

const finding = (code: string, file: string | undefined): Finding => ({
  id: code,
  code,
  severity: 'high',
  category: 'bug',
  title: 't',
  description: 'd',
  reviewer: 'r',
  level: 'blocking',
  ...(file !== undefined && { file }),
});

const claim = (code: string, file: string | undefined, explanation = ''): Claimed => ({
  finding: finding(code, file),
  explanation,
  fixed: true,
});
const left = (code: string, file: string, explanation = ''): Claimed => ({
  ...claim(code, file, explanation),
  fixed: false,
});

describe('8.2 a change is taken apart', () => {
  it('by the files of its findings', () => {
    expect(separate([claim('A', 'a.ts'), claim('B', 'src/b.ts')], ['a.ts', 'src/b.ts'])).toEqual([
      { findings: ['A'], files: ['a.ts'] },
      { findings: ['B'], files: ['src/b.ts'] },
    ]);
  });

  it('by the files that explanations name, and by namesakes', () => {
    const files = ['a.ts', 'lib/cause.ts', 'test/b.test.ts', 'b.ts'];
    expect(separate([claim('A', 'a.ts', 'The cause is in cause.ts.'), claim('B', 'b.ts')], files)).toEqual([
      { findings: ['A'], files: ['a.ts', 'lib/cause.ts'] },
      { findings: ['B'], files: ['test/b.test.ts', 'b.ts'] },
    ]);
  });

  it('with findings that share a file together, also when they share it through others', () => {
    const claims = [claim('A', 'a.ts'), claim('B', 'a.ts', 'see c.ts'), claim('C', 'c.ts'), claim('D', 'd.ts')];
    expect(separate(claims, ['a.ts', 'c.ts', 'd.ts'])).toEqual([
      { findings: ['A', 'B', 'C'], files: ['a.ts', 'c.ts'] },
      { findings: ['D'], files: ['d.ts'] },
    ]);
  });
});

describe('8.2 a change stays whole', () => {
  it('when a file of it belongs to nobody', () => {
    const whole = { findings: ['A', 'B'], files: ['a.ts', 'b.ts', 'shared.ts'] };
    expect(separate([claim('A', 'a.ts'), claim('B', 'b.ts')], whole.files)).toEqual([whole]);
    expect(separate([claim('A', 'a.ts'), claim('B', 'gone.ts'), left('C', 'c.ts')], ['a.ts', 'b.ts'])).toEqual([
      { findings: ['A', 'B'], files: ['a.ts', 'b.ts'] },
    ]);
  });

  it('when a finding may be about any of it', () => {
    expect(separate([claim('A', 'a.ts'), claim('B', undefined)], ['a.ts'])).toEqual([
      { findings: ['A', 'B'], files: ['a.ts'] },
    ]);
  });
});

describe('4.4, 4.8 nobody stands for', () => {
  it('a fix without a change, when all that changed is about others', () => {
    expect(separate([claim('A', 'a.ts'), claim('B', 'b.ts', 'done, see gone.ts')], ['a.ts'])).toEqual([
      { findings: ['A'], files: ['a.ts'] },
    ]);
  });

  it('what was changed about a finding that is not fixed', () => {
    const claims = [claim('A', 'a.ts'), left('B', 'b.ts', 'half of it; a.ts remains')];
    expect(separate(claims, ['a.ts', 'b.ts', 'b.test.ts'])).toEqual([{ findings: ['A'], files: ['a.ts'] }]);
    expect(separate([claim('A', 'a.ts'), left('B', 'b.ts')], ['b.ts'])).toEqual([]);
  });

  it('but a file that is shared with a fix is part of it', () => {
    expect(separate([claim('A', 'a.ts'), left('B', 'a.ts')], ['a.ts'])).toEqual([{ findings: ['A'], files: ['a.ts'] }]);
  });
});

it('8.2 is quick about many findings and files of the same name, and about words without end', () => {
  const files = Array.from({ length: 20_000 }, (_, index) => `d${index}/index.ts`);
  const claims = files.map((file, index) => claim(`F${index}`, file, index === 0 ? `${'.'.repeat(20_000)}a` : ''));
  expect(separate(claims, files)).toHaveLength(20_000);
});
