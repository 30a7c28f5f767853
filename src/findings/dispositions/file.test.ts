import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Disposition } from '../../model/disposition.ts';
import { Severity } from '../../model/finding.ts';
import { readDisposition, showDisposition } from './file.ts';

const disposition: Disposition = {
  id: 'f0123456789ab',
  as: 'refuted',
  reason: 'checked by the caller',
  by: 'Ada Tester <ada@example.com>',
  at: '2026-11-15T12:00:00.000Z',
  until: '2027-01-31',
  finding: {
    rule: 'no-eval',
    category: 'security',
    title: 'eval is evil',
    severity: 'high',
    file: 'src/a.ts',
    line: 3,
    reviewer: 'eslint',
  },
  anchor: '1:abc',
};

const text = showDisposition(disposition);
const read = (changed: string) => readDisposition(changed);
const problemOf = (changed: string): string => {
  const outcome = read(changed);
  return 'problem' in outcome ? outcome.problem : '';
};

describe('the file of a disposition', () => {
  it('1.8 is YAML that a person can read, one key per line', () => {
    expect(text).toContain('as: refuted\nreason: checked by the caller\n');
    expect(text).toContain('until: 2027-01-31\nfinding:\n  rule: no-eval\n');
    expect(read(text)).toEqual({ disposition });
  });

  it('1.8 says the same after writing and reading, whatever is in it', () => {
    const any = fc.string({ unit: 'binary', maxLength: 60 });
    const word = fc.oneof(
      any,
      fc.constantFrom(
        'null',
        'true',
        '1',
        '2027-01-31',
        '- a',
        '# x',
        'a: b',
        '&a',
        '*a',
        '!!x',
        '|',
        'a\n\n  b\t',
        "'",
        '"',
      ),
    );
    const arbitrary = fc.record<Disposition>(
      {
        id: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,20}$/),
        as: fc.constantFrom('refuted', 'accepted', 'suppressed'),
        reason: word.filter((each) => each.trim() !== ''),
        by: word,
        at: fc.constant('2026-11-15T12:00:00.000Z'),
        until: fc.constantFrom('2027-01-31', '2027-01-31T12:00:00Z'),
        finding: fc.record(
          {
            rule: word,
            category: word,
            title: word,
            severity: fc.constantFrom(...Severity.options),
            file: fc.constantFrom('a.ts', 'ü b/c.ts', 'a#b: c'),
            line: fc.integer({ min: 1, max: 1e9 }),
            reviewer: word,
            fingerprints: fc.dictionary(fc.stringMatching(/^k[/0-9]{1,20}$/), word),
          },
          { requiredKeys: ['category', 'title', 'severity', 'reviewer'] },
        ),
        anchor: word,
        aliases: fc.array(word, { maxLength: 3 }),
      },
      { requiredKeys: ['id', 'as', 'reason', 'by', 'at', 'finding'] },
    );
    fc.assert(
      fc.property(arbitrary, (given) => {
        expect(read(showDisposition(given))).toEqual({ disposition: JSON.parse(JSON.stringify(given)) });
      }),
      { numRuns: 200 },
    );
  });

  it('1.8 may have the line endings of Windows', () => {
    expect(read(text.replaceAll('\n', '\r\n'))).toEqual({ disposition });
  });

  it.each<[string, string, string | RegExp]>([
    ['nothing', '', /id: this key is missing/],
    ['a list', '- a\n- b\n', 'this must be a section with keys'],
    ['broken YAML', 'id: [', /^line 1: broken YAML/],
    [
      'another decision',
      text.replace('as: refuted', 'as: ignored'),
      'as: must be one of: refuted, accepted, suppressed; it is "ignored"',
    ],
    ['no reason', text.replace(/reason: .*/, 'reason: "  "'), 'reason: must be words that say why'],
    ['a number as reason', text.replace(/reason: .*/, 'reason: 1'), 'reason: must be text; it is 1'],
    ['a key that is not known', `${text}status: fixed\n`, 'status: there is no such key'],
    [
      'a key that is not known, further in',
      text.replace('  rule:', '  rules: x\n  rule:'),
      'finding.rules: there is no such key',
    ],
    ['a key twice', `${text}as: accepted\n`, /line \d+ as: this key is there twice/],
    ['an id that is a path', text.replace('f0123456789ab', '../../x'), 'id: must be a name of letters'],
    ['an id that is long', text.replace('f0123456789ab', 'x'.repeat(65)), 'id: must be a name of letters'],
    ['a day that is none', text.replace('2027-01-31', '2027-02-31'), 'until: must be a day such as 2027-01-31'],
    [
      'a file elsewhere',
      text.replace('src/a.ts', '../../etc/passwd'),
      'finding.file: "../../etc/passwd" is outside the repository',
    ],
    ['a file in .git', text.replace('src/a.ts', '.git/config'), 'finding.file: ".git/config" is inside a .git folder'],
    [
      'a file by a detour',
      text.replace('src/a.ts', './src/a.ts'),
      'finding.file: must be a path from the root of the repository',
    ],
    [
      'an absolute file',
      text.replace('src/a.ts', '/etc/passwd'),
      'finding.file: "/etc/passwd" is outside the repository',
    ],
    ['a name of JavaScript', `${text}__proto__:\n  polluted: true\n`, 'this name is not allowed'],
    ['a tag', text.replace('as: refuted', 'as: !!js/function refuted'), 'broken YAML'],
    [
      'aliases that grow',
      `a: &a [x, x]\n${Array.from({ length: 200 }, (_, n) => `k${n}: *a`).join('\n')}`,
      'more than 100 aliases',
    ],
    ['brackets without end', '['.repeat(20_000), 'line 1: broken YAML: it is nested too deeply'],
  ])('1.8 with %s is refused, and says what to do', (_, changed, says) => {
    expect(problemOf(changed)).toMatch(says);
    expect(problemOf(changed)).toMatch(/Correct it, or remove the file and dismiss the finding again\.$/);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('1.8 with a conflict in it says so', () => {
    expect(problemOf(`<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`)).toBe(
      'it has the marks of a merge conflict in it. Resolve the conflict.',
    );
  });

  it('1.8 names a few of many problems', () => {
    expect(problemOf('{}')).toMatch(/; and 3 more\. Correct it/);
  });
});
