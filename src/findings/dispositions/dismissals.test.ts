import { describe, expect, it } from 'vitest';
import type { Disposition } from '../../model/disposition.ts';
import type { Finding } from '../../model/finding.ts';
import { anchorOf } from '../identity/anchor.ts';
import { dismissals } from './dismissals.ts';
import { dispose } from './dispose.ts';

const source = `import { run } from './run.ts';

export function load(name) {
  const code = read(name);
  return eval(code);
}

export function store(name, text) {
  check(name);
  write(name, text);
}
`;

/** A finding as admission would give it, about a line of a text. */
const finding = (more: Partial<Finding> = {}, text: string | null = source): Finding => {
  const bare: Finding = {
    id: 'f1',
    code: 'F001',
    severity: 'high',
    category: 'security',
    title: 'eval of code that was read',
    description: '',
    file: 'src/load.ts',
    line: 5,
    reviewer: 'technical',
    level: 'blocking',
    ...more,
  };
  const anchor = bare.file === undefined ? undefined : anchorOf(bare, text);
  return { ...bare, ...(anchor !== undefined && { anchor }) };
};

const decision = { as: 'refuted', reason: 'the code is ours', by: 'Ada', at: '2026-11-15T12:00:00.000Z' } as const;
const decided = (about: Finding, more: Partial<Disposition> = {}): Disposition => ({
  ...dispose(about, about.anchor, decision),
  ...more,
});

const now = new Date('2026-12-01T00:00:00Z');
const judged = (findings: Finding[], dispositions: Disposition[], at = now, text: string | null = null) => {
  const { dismissed, returned } = dismissals(findings, dispositions, at, () => text);
  return { away: [...dismissed.keys()], back: returned.map(({ id, because }) => `${id}: ${because}`) };
};
const away = (...ids: string[]) => ({ away: ids, back: [] });

const disposition = decided(finding());
const shifted = `// A comment\n// and another\n${source}`;
const reindented = source.replaceAll('\n  ', '\n        ');

describe('a dismissed finding stays away', () => {
  it.each<[string, Finding]>([
    ['as it was', finding()],
    ['with another id', finding({ id: 'f2' })],
    ['reworded', finding({ id: 'f2', title: 'Dangerous use of eval', description: 'other words' })],
    ['of another severity, by another reviewer', finding({ id: 'f2', severity: 'critical', reviewer: 'other' })],
    ['on other lines', finding({ id: 'f2', line: 7 }, shifted)],
    ['indented otherwise', finding({ id: 'f2' }, reindented)],
    ['in a file of another name', finding({ id: 'f2', file: 'src/loader.ts' })],
    [
      'in another folder, on other lines, reworded',
      finding({ id: 'f2', file: 'lib/load.ts', line: 7, title: 'No eval, please' }, shifted),
    ],
    ['next to other changes', finding({ id: 'f2' }, source.replace('check(name);', 'verify(name);'))],
  ])('1.8 %s', (_, seen) => {
    expect(judged([seen], [disposition])).toEqual(away(seen.id));
  });

  it('1.8 until its last day is over', () => {
    const limited = { ...disposition, until: '2026-12-01' };
    expect(judged([finding()], [limited], new Date('2026-12-01T23:59:59Z'))).toEqual(away('f1'));
  });

  it('1.8 when it is about no file, whatever it is called', () => {
    const { file: _, line: __, ...about } = finding({ title: 'There are no tests' });
    const nowhere = decided(about);
    expect(judged([{ ...about, id: 'f2' }], [nowhere])).toEqual(away('f2'));
    expect(
      judged([{ ...about, id: 'f2', title: 'Tests are missing' }], [{ ...nowhere, aliases: ['Tests are missing'] }]),
    ).toEqual(away('f2'));
  });

  it('1.8 when it kept its id, in whatever words', () => {
    const { file: _, line: __, ...about } = finding({ title: 'There are no tests' });
    expect(judged([{ ...about, title: 'Nothing is proven' }], [decided(about)])).toEqual(away('f1'));
  });

  it('1.8 when it was merged with what others say of it', () => {
    const report = {
      reviewer: 'lint',
      severity: 'high' as const,
      category: 'security',
      title: 'Eval of code that was read.',
      line: 5,
    };
    const { merged: _, ...alone } = finding({ id: 'f2', rule: 'no-eval', reviewer: 'lint' });
    expect(judged([{ ...alone, merged: [{ ...report, rule: 'no-eval' }, report] }], [disposition])).toEqual(away('f2'));
  });

  it('1.8 without a record of its code, which a person may leave out', () => {
    const { anchor: _, ...byHand } = disposition;
    expect(judged([finding({ id: 'f2' })], [byHand])).toEqual(away('f2'));
  });
});

describe('a dismissed finding comes back', () => {
  const changed = source.replace('eval(code)', 'eval(code + name)');

  it('1.8 when the code under it changed', () => {
    expect(judged([finding({}, changed)], [disposition])).toEqual({ away: [], back: ['f1: code changed'] });
    expect(judged([finding({ id: 'f2' }, changed)], [disposition])).toEqual({ away: [], back: ['f2: code changed'] });
  });

  it('1.8 when it is about a whole file, and the file changed', () => {
    const { line: _, ...place } = finding();
    const whole = (text: string): Finding => ({ ...place, anchor: anchorOf({ file: 'src/load.ts' }, text) ?? '' });
    expect(judged([whole(source)], [decided(whole(source))])).toEqual(away('f1'));
    expect(judged([whole(changed)], [decided(whole(source))])).toEqual({ away: [], back: ['f1: code changed'] });
  });

  it('1.8 when its time ran out', () => {
    const limited = { ...disposition, until: '2026-11-30' };
    expect(judged([finding({ id: 'f2' })], [limited], new Date('2026-12-01T00:00:00Z'))).toEqual({
      away: [],
      back: ['f2: ran out'],
    });
  });

  it('1.8 when what is kept of its code cannot be read', () => {
    expect(judged([finding()], [{ ...disposition, anchor: 'nonsense' }])).toEqual({
      away: [],
      back: ['f1: code changed'],
    });
  });
});

describe('a dismissed finding that is reported with other lines', () => {
  const at = (line: number, endLine: number, more: Partial<Finding> = {}, text = source) =>
    judged([finding({ id: 'f2', line, endLine, ...more }, text)], [disposition], now, text);
  const body = decided(finding({ line: 3, endLine: 6 }));

  it.each<[string, number, number, Partial<Finding>, string?]>([
    ['more of them', 4, 6, {}],
    ['more of them, after a move', 6, 8, {}, shifted],
    ['the next line, in the same words', 6, 6, {}],
    ['some lines off, in the same words', 8, 9, {}],
    ['more of them, reworded', 4, 5, { title: 'Never use eval' }],
  ])('1.8 stays away with %s', (_, line, endLine, more, text) => {
    expect(at(line, endLine, more, text)).toEqual(away('f2'));
  });

  it('1.8 stays away with fewer of them', () => {
    const fewer = finding({ id: 'f2', line: 3, endLine: 5, title: 'Never use eval' });
    expect(judged([fewer], [body], now, source)).toEqual(away('f2'));
    const linted = decided(finding({ rule: 'no-eval', line: 3, endLine: 6 }));
    expect(judged([finding({ id: 'f2', rule: 'no-eval' })], [linted], now, source)).toEqual(away('f2'));
  });

  it('1.8 comes back when its code is not there as it was', () => {
    const changed = source.replace('eval(code)', 'eval(code + name)');
    expect(at(4, 6, {}, changed).away).toEqual([]);
    expect(at(5, 5, {}, changed).away).toEqual([]);
  });

  it('1.8 comes back in other words on other lines, whatever its id is', () => {
    expect(at(9, 9, { id: 'f1', title: 'checks too late' })).toEqual({ away: [], back: ['f1: code changed'] });
  });

  it('1.8 is not taken for another one of its kind, in other words, further on', () => {
    expect(at(8, 10, { title: 'writes without asking' }).away).toEqual([]);
    expect(at(1, 11, { title: 'The file has no tests' }).away).toEqual([]);
  });

  it('1.8 is not told by a line that is everywhere', () => {
    const bracket = decided(finding({ line: 6 }));
    const text = source.replace('}\n\n', '};\n\n');
    expect(judged([finding({ id: 'f2', line: 5, endLine: 11 }, text)], [bracket], now, text).away).toEqual([]);
  });
});

describe('other findings', () => {
  it.each<[string, Finding]>([
    ['of another rule on that line', finding({ id: 'f2', rule: 'no-unsafe-return' })],
    ['of another category on that line', finding({ id: 'f2', category: 'style' })],
    ['elsewhere in the file', finding({ id: 'f2', line: 10, title: 'writes without asking' })],
    ['in another file', finding({ id: 'f2', file: 'src/other.ts', line: 1 }, 'const x = parse(input);\n')],
    ['about no file', { ...finding({ id: 'f2' }, null), file: 'README.md' }],
  ])('1.8 %s are not dismissed along with it', (_, other) => {
    expect(judged([finding(), other], [disposition])).toEqual(away('f1'));
    expect(judged([other], [disposition]).away).toEqual([]);
  });

  it('1.8 that say something else about the same line are not dismissed by a report merged into them', () => {
    const report = {
      reviewer: 'technical',
      severity: 'high' as const,
      category: 'security',
      title: disposition.finding.title,
      line: 5,
    };
    const other = finding({ id: 'f2', rule: 'secrets', title: 'A key is in the code', severity: 'critical' });
    expect(
      judged([{ ...other, merged: [{ ...report, rule: 'secrets', title: other.title }, report] }], [disposition]).away,
    ).toEqual([]);
  });

  const twins = `a();\nexec(x);\nb();\n\nc();\nexec(x);\nd();\n`;
  const twin = (id: string, line: number, text = twins): Finding => finding({ id, line, title: 'exec' }, text);

  it('1.8 on a line that reads the same are told apart, also after both moved', () => {
    expect(judged([twin('f1', 2), twin('f2', 6)], [decided(twin('f2', 6))])).toEqual(away('f2'));
    expect(judged([twin('g1', 3, `\n${twins}`), twin('g2', 7, `\n${twins}`)], [decided(twin('f2', 6))])).toEqual(
      away('g2'),
    );
  });

  it('1.8 are not dismissed by a copy of the decision', () => {
    const copy = { ...decided(twin('f2', 6)), id: 'copy' };
    expect(judged([twin('f1', 2), twin('f2', 6)], [decided(twin('f2', 6)), copy])).toEqual(away('f2'));
  });
});

describe('several decisions about one finding', () => {
  const changed = source.replace('eval(code)', 'eval(code + name)');
  const older = decided(finding());
  const newer = decided(finding({ id: 'f9' }, changed));

  it('1.8 the one about the code as it is now holds', () => {
    expect(judged([finding({}, changed)], [older, newer])).toEqual(away('f1'));
    expect(judged([finding({}, changed)], [newer, older])).toEqual(away('f1'));
  });

  it('1.8 the one that is in force holds', () => {
    const over = { ...older, until: '2026-11-20' };
    const fresh = { ...older, id: 'f9' };
    expect(judged([finding()], [over, fresh])).toEqual(away('f1'));
    expect(judged([finding()], [fresh, over])).toEqual(away('f1'));
  });
});

describe('a disposition made of a finding', () => {
  it('1.8 keeps the titles under which it was seen when it is made again', () => {
    const merged = [{ reviewer: 'b', severity: 'low' as const, category: 'c', title: 'third' }];
    const again = dispose(finding({ id: 'f2', title: 'second', merged }), 'x', decision, {
      ...disposition,
      aliases: ['first'],
    });
    expect(again).toMatchObject({ id: 'f1', anchor: 'x', aliases: ['eval of code that was read', 'first', 'third'] });
    expect(disposition.aliases).toBeUndefined();
  });

  it('1.8 leaves out what is too long or has a name of JavaScript', () => {
    const fingerprints = { ok: '1', ['x'.repeat(300)]: '2', long: 'y'.repeat(2_000), constructor: '3' };
    const made = dispose(finding({ fingerprints, title: 'z'.repeat(5_000) }), undefined, decision);
    expect(made.finding.fingerprints).toEqual({ ok: '1' });
    expect(made.finding.title).toHaveLength(1_000);
  });
});
