/** What a reviewer is asked about, and what it is not. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotReviewed, ReviewPart } from '../../model/review-scope.ts';
import { charactersPerToken } from '../../prompts/sections.ts';
import { type FileDiff, parsePatch } from './diff.ts';
import { type Scope, scopeReview, type ScopeRules } from './scope.ts';

const rules: ScopeRules = { languages: [], paths: [], exclude: [], tokens: 1_000, calls: 100 };
const limit = rules.tokens * charactersPerToken;

/** A changed place of exactly so many characters. */
const hunk = (start: number, size: number): string => {
  const head = `@@ -${start},1 +${start},2 @@\n`;
  return `${head}+${'x'.repeat(size - head.length - 2)}\n`;
};

const patchOf = (file: string, sizes: readonly number[]): string =>
  `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n${sizes.map((size, index) => hunk(10 * index + 1, size)).join('')}`;

const changed = (files: Readonly<Record<string, readonly number[]>>): FileDiff[] =>
  parsePatch(
    Object.entries(files)
      .map(([file, sizes]) => patchOf(file, sizes))
      .join(''),
  );

const headerOf = (file: string): number => changed({ [file]: [100] })[0]?.header.length ?? 0;

const binary = (file: string): FileDiff => ({
  file,
  change: 'added',
  binary: true,
  header: `diff --git a/${file} b/${file}\n`,
  hunks: [],
});

const filesOf = (scope: Scope): string[][] =>
  scope.parts.map(({ covers }) => covers.map(({ file, first, last }) => `${file} ${first}-${last}`));

const reasonsOf = (scope: Scope): Record<string, [string, boolean]> =>
  Object.fromEntries(
    scope.left.map(({ file, first, last, reason, wanted }) => [`${file} ${first}-${last}`, [reason, wanted]]),
  );

describe('scopeReview: who is asked', () => {
  const diff = changed({ 'docs/a.md': [50], 'src/a.py': [50, 50], 'src/b.ts': [50] });

  it('2.1 asks about all files when neither languages nor paths are given', () => {
    expect(scopeReview(diff, rules)).toMatchObject({ left: [], parts: [{ part: 1, hunks: 4 }] });
  });

  it('2.1 asks only about files in its languages, and lists the others as not wanted', () => {
    const scope = scopeReview(diff, { ...rules, languages: ['Py', 'rust'] });
    expect(filesOf(scope)).toEqual([['src/a.py 1-2']]);
    const reason = 'no file for this reviewer (languages: Py, rust)';
    expect(reasonsOf(scope)).toEqual({ 'docs/a.md 1-1': [reason, false], 'src/b.ts 1-1': [reason, false] });
    expect(scope.skipped).toBeUndefined();
  });

  it('2.1 asks only about files in its paths, those in hidden folders too', () => {
    const scope = scopeReview([...diff, ...changed({ 'src/.hidden/a': [50] })], {
      ...rules,
      paths: ['src/**', '*.md'],
    });
    expect(filesOf(scope)).toEqual([['src/.hidden/a 1-1', 'src/a.py 1-2', 'src/b.ts 1-1']]);
    expect(reasonsOf(scope)).toEqual({ 'docs/a.md 1-1': ['no file for this reviewer (paths: src/**, *.md)', false] });
  });

  it.each([
    ['nothing changed', [], {}],
    ['none of its languages (go, rust) changed', diff, { languages: ['go', 'rust'] }],
    ['none of its paths changed', diff, { paths: ['test/**'] }],
    ['none of its languages (python) changed in its paths', diff, { languages: ['python'], paths: ['docs/**'] }],
    ['nothing to read changed: only binary files, empty files or file modes', [binary('a.png')], {}],
    ['every change is larger than one call takes (review.tokens)', changed({ a: [limit] }), {}],
  ])('2.1 skips a reviewer and says: %s', (reason, files, changes) => {
    const scope = scopeReview(files, { ...rules, ...changes });
    expect(scope.skipped).toBe(reason);
    expect(scope.parts).toEqual([]);
    expect(scope.left).toHaveLength(files.length);
  });

  it('2.8 lists files in which there is nothing to read, without missing them', () => {
    const odd = parsePatch(
      'diff --git a/m b/m\nold mode 100644\nnew mode 100755\ndiff --git a/e b/e\nnew file mode 100644\nindex 0..1\n' +
        'diff --git a/p.png b/p.png\nindex 0..1 100644\nGIT binary patch\nliteral 5\nMcmZQzO3KUw00MIXJOBUy\n\n',
    );
    const scope = scopeReview([...odd, ...changed({ 'a.ts': [50] })], rules);
    expect(filesOf(scope)).toEqual([['a.ts 1-1']]);
    expect(reasonsOf(scope)).toEqual({
      'e 0-0': ['an empty file', false],
      'm 0-0': ['only its mode changed', false],
      'p.png 0-0': ['binary', false],
    });
  });

  it('2.9 asks about the text of a file that was binary before', () => {
    const [diff] = changed({ a: [50] });
    expect(filesOf(scopeReview(diff ? [{ ...diff, binary: true }] : [], rules))).toEqual([['a 1-1']]);
  });
});

describe('scopeReview: how it is split', () => {
  it('2.9 keeps files whole, in the order of their paths, and says what a part holds', () => {
    const scope = scopeReview(changed({ 'b/é.ts': [60, 70], 'a.ts': [50] }), rules);
    expect(filesOf(scope)).toEqual([['a.ts 1-1', 'b/é.ts 1-2']]);
    const [part] = scope.parts;
    expect(part?.text).toBe(patchOf('a.ts', [50]) + patchOf('b/é.ts', [60, 70]));
    expect(part).toMatchObject({ part: 1, hunks: 3, bytes: Buffer.byteLength(part?.text ?? '') });
  });

  it('2.9 fills a part to the last character, and not beyond', () => {
    const header = headerOf('a');
    const room = limit - 2 * header;
    expect(filesOf(scopeReview(changed({ a: [1_000], b: [room - 1_000] }), rules))).toEqual([['a 1-1', 'b 1-1']]);
    expect(filesOf(scopeReview(changed({ a: [1_000], b: [room - 999] }), rules))).toEqual([['a 1-1'], ['b 1-1']]);
    expect(filesOf(scopeReview(changed({ a: [1_000, limit - header - 1_000] }), rules))).toEqual([['a 1-2']]);
    expect(filesOf(scopeReview(changed({ a: [1_000, limit - header - 999] }), rules))).toEqual([['a 1-1'], ['a 2-2']]);
  });

  it('2.9 splits a file that is too large between its changed places, and repeats its header', () => {
    const scope = scopeReview(changed({ a: [1_000, 1_000, 1_000, 1_000], b: [100] }), rules);
    expect(filesOf(scope)).toEqual([['a 1-2', 'b 1-1'], ['a 3-4']]);
    const [first, second] = scope.parts.map(({ text }) => text);
    expect(first?.startsWith(patchOf('a', [1_000, 1_000]))).toBe(true);
    expect(second).toBe(patchOf('a', []) + hunk(21, 1_000) + hunk(31, 1_000));
  });

  it('2.9 uses the room that is left beside large files for small ones', () => {
    const files = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`f${index}`, [index % 2 === 0 ? 2_000 : 500]]),
    );
    expect(scopeReview(changed(files), rules).parts).toHaveLength(5);
  });

  it('2.9 puts a file near its neighbours, not where far away some room is left', () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${10 + index}`, [2_000]]));
    const scope = scopeReview(changed({ ...files, z: [500] }), rules);
    expect(scope.parts.findIndex(({ covers }) => covers.some(({ file }) => file === 'z'))).toBeGreaterThan(10);
  });

  it('2.8 lists what is left by file and place, whatever the reasons', () => {
    const scope = scopeReview(changed({ b: [limit, 2_900, 2_900], a: [2_900], 'a.png': [], c: [limit] }), {
      ...rules,
      calls: 1,
    });
    expect(Object.keys(reasonsOf(scope))).toEqual(['a.png 0-0', 'b 1-1', 'b 2-2', 'b 3-3', 'c 1-1']);
  });

  it('2.9 lists a changed place that is larger than a part, and asks about its neighbours', () => {
    const scope = scopeReview(
      changed({ a: [100, 5_000, 100, limit - headerOf('a'), limit - headerOf('a') + 1] }),
      rules,
    );
    expect(filesOf(scope)).toEqual([['a 1-1', 'a 3-3'], ['a 4-4']]);
    expect(scope.left).toEqual([
      {
        file: 'a',
        first: 2,
        last: 2,
        lines: '11-12',
        reason: 'larger than one call takes (5 KB; review.tokens)',
        wanted: true,
      },
      {
        file: 'a',
        first: 5,
        last: 5,
        lines: '41-42',
        reason: 'larger than one call takes (3 KB; review.tokens)',
        wanted: true,
      },
    ]);
  });

  it('2.9 splits a new file that is too large for one call between its lines, and says which lines a part covers', () => {
    const lines = Array.from({ length: 300 }, (_, index) => `+line ${index + 1}\n`).join('');
    const patch = `diff --git a/new.js b/new.js\nnew file mode 100644\n--- /dev/null\n+++ b/new.js\n@@ -0,0 +1,300 @@\n${lines}`;
    const small = { ...rules, tokens: 400 };
    const scope = scopeReview(parsePatch(patch), small);
    expect(scope.left).toEqual([]);
    expect(scope.parts.length).toBeGreaterThan(2);
    expect(scope.parts.flatMap(({ text }) => text.match(/^\+line \d+$/gm) ?? []).join('\n')).toBe(lines.trimEnd());
    for (const { text } of scope.parts) expect(text.length).toBeLessThanOrEqual(400 * charactersPerToken);
    const covered = scope.parts.flatMap(({ covers }) => covers);
    expect(covered.map(({ first, last }) => [first, last])).toEqual(
      scope.parts.map((_, index) => [index + 1, index + 1]),
    );
    expect([covered[0]?.lines.split('-')[0], covered.at(-1)?.lines.split('-')[1]]).toEqual(['1', '300']);
    expect(scope.parts[1]?.text).toMatch(
      new RegExp(`^@@ -0,0 \\+${Number(covered[0]?.lines.split('-')[1]) + 1},`, 'm'),
    );
  });

  it('2.9 splits a changed place of old and new lines so that each piece still says where it is', () => {
    const pair = (n: number): string => `-old ${n}\n+new ${n}\n same ${n}\n`;
    const body = Array.from({ length: 200 }, (_, index) => pair(index + 1)).join('');
    const patch = `diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -11,400 +21,400 @@ heading\n${body}\\ No newline at end of file\n`;
    const scope = scopeReview(parsePatch(patch), { ...rules, tokens: 500 });
    const hunks = scope.parts.flatMap(({ text }) => text.split(/^(?=@@ )/m).slice(1));
    expect(hunks.map((text) => text.replace(/^.*\n/, '')).join('')).toBe(`${body}\\ No newline at end of file\n`);
    let [old, now] = [11, 21];
    for (const text of hunks) {
      const [, oldStart, gone, newStart, come] = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@/.exec(text)?.map(Number) ?? [];
      expect([oldStart, newStart]).toEqual([old, now]);
      old += gone ?? 0;
      now += come ?? 0;
    }
    expect([old, now]).toEqual([411, 421]);
  });

  it('2.9 leaves lock files, vendored and generated files out, says so, and asks about them where paths name them', () => {
    const names = ['package-lock.json', 'sub/Cargo.lock', 'vendor/x/a.go', 'dist/a.min.js', 'api_pb2.py', 'src/a.py'];
    const diff = changed(Object.fromEntries(names.map((name) => [name, [50]])));
    const scope = scopeReview(diff, rules);
    expect(filesOf(scope)).toEqual([['src/a.py 1-1']]);
    expect(Object.values(reasonsOf(scope)).map(([reason, wanted]) => `${reason} ${wanted}`)).toEqual([
      'generated, which is not reviewed false',
      'generated, which is not reviewed false',
      'a lock file, which is not reviewed false',
      'a lock file, which is not reviewed false',
      'vendored, which is not reviewed false',
    ]);
    const named = scopeReview(diff, { ...rules, paths: ['**/*.json', 'vendor/**'] });
    expect(filesOf(named)).toEqual([['package-lock.json 1-1', 'vendor/x/a.go 1-1']]);
    expect(scopeReview(changed({ 'yarn.lock': [50] }), rules).skipped).toMatch(/^nothing to review changed: only lock/);
  });

  it('2.9 lists what is beyond the number of calls', () => {
    const scope = scopeReview(changed({ a: [2_500, 2_500, 1_500, 1_000], b: [2_900] }), { ...rules, calls: 2 });
    expect(filesOf(scope)).toEqual([['a 1-1'], ['a 2-2']]);
    expect(scope.left).toEqual([
      { file: 'a', first: 3, last: 4, lines: '21-32', reason: 'beyond review.calls (2)', wanted: true },
      { file: 'b', first: 1, last: 1, lines: '1-2', reason: 'beyond review.calls (2)', wanted: true },
    ]);
  });

  it('2.9 counts characters as they are in a prompt, not bytes', () => {
    const [diff] = changed({ a: [2_900] });
    const wide = diff
      ? [{ ...diff, hunks: diff.hunks.map((one) => ({ ...one, text: one.text.replaceAll('x', 'é') })) }]
      : [];
    const [part] = scopeReview(wide, rules).parts;
    expect(part?.bytes).toBeGreaterThan(limit);
  });

  it('2.8 names lines only where there are any', () => {
    const deleted = parsePatch(
      'diff --git a/a b/a\ndeleted file mode 100644\n--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n',
    );
    const one = parsePatch('diff --git a/b b/b\nnew file mode 100644\n--- /dev/null\n+++ b/b\n@@ -0,0 +1 @@\n+x\n');
    const scope = scopeReview([...deleted, ...one], { ...rules, paths: ['c'] });
    expect(scope.left.map(({ file, lines }) => [file, lines])).toEqual([
      ['a', ''],
      ['b', '1'],
    ]);
  });
});

/** How often each changed place is in a part or listed; 0 for a file without any. */
const timesSeen = (scope: Scope): Map<string, number> => {
  const seen = new Map<string, number>();
  for (const { file, first, last } of [...scope.parts.flatMap(({ covers }) => covers), ...scope.left]) {
    for (let number = first; number <= last; number += 1) {
      const key = `${file}:${number}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
  }
  return seen;
};

const onceEach = (diff: readonly FileDiff[]): Map<string, number> =>
  new Map(
    diff.flatMap(({ file, hunks }) =>
      hunks.length === 0 ? [[`${file}:0`, 1] as const] : hunks.map((_, index) => [`${file}:${index + 1}`, 1] as const),
    ),
  );

const sorted = (seen: ReadonlyMap<string, number>): [string, number][] =>
  [...seen].sort(([a], [b]) => (a < b ? -1 : 1));

/** What must hold of every scope. */
const expectAccounted = (diff: readonly FileDiff[], scope: Scope, asked: ScopeRules): void => {
  expect(sorted(timesSeen(scope))).toEqual(sorted(onceEach(diff)));
  expect(scope.parts.length).toBeLessThanOrEqual(asked.calls);
  expect(scope.parts.map(({ part }) => part)).toEqual(scope.parts.map((_, index) => index + 1));
  const byFile = new Map(diff.map((one) => [one.file, one]));
  for (const { covers, hunks, text } of scope.parts) {
    expect(text.length).toBeLessThanOrEqual(asked.tokens * charactersPerToken);
    const order = covers.map(({ file }) => file);
    expect(order).toEqual(order.toSorted());
    const texts = covers
      .flatMap(({ file, first, last }) => byFile.get(file)?.hunks.slice(first - 1, last) ?? [])
      .map((one) => one.text);
    expect(hunks).toBe(texts.length);
    // Nothing but these changed places, in this order, and the headers of their files.
    const between: string[] = [];
    let at = 0;
    for (const one of texts) {
      const next = text.indexOf(one, at);
      between.push(next < 0 ? 'missing' : text.slice(at, next));
      at = next + one.length;
    }
    const headers = new Set(['', ...order.map((file) => byFile.get(file)?.header ?? '')]);
    expect(between[0]).not.toBe('');
    expect([...between, text.slice(at)].filter((one) => !headers.has(one))).toEqual([]);
  }
  expect(scope.skipped === undefined).toBe(scope.parts.length > 0);
  expect(() => scope.parts.map((part) => ReviewPart.parse(part))).not.toThrow();
  expect(() => scope.left.map((entry) => NotReviewed.parse(entry))).not.toThrow();
};

describe('scopeReview: nothing is lost', () => {
  it('2.8 puts every changed place into exactly one part or lists it once, whatever the diff', () => {
    const size = fc.oneof(fc.integer({ min: 40, max: 400 }), fc.integer({ min: 2_500, max: 3_100 }));
    const name = fc.tuple(
      fc.constantFrom('', 'a/', 'a/b/', 'z/'),
      fc.constantFrom('f', 'g', 'h', 'i'),
      fc.constantFrom('.ts', '.py', ''),
    );
    const files = fc.dictionary(
      name.map((parts) => parts.join('')),
      fc.array(size, { maxLength: 12 }),
    );
    const asked = fc.record({
      languages: fc.subarray(['ts', 'python']),
      paths: fc.subarray(['a/**', '*.ts']),
      exclude: fc.subarray(['a/', '*.py', '!b.py']),
      tokens: fc.constant(1_000),
      calls: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(files, asked, fc.boolean(), (content, chosen, mixed) => {
        const diff = [...changed(content), ...(mixed ? [binary('a/p.png')] : [])];
        const scope = scopeReview(diff, chosen);
        expectAccounted(diff, scope, chosen);
        expect(scopeReview(diff.toReversed(), chosen)).toEqual(scope);
      }),
      { numRuns: 300 },
    );
  });

  it('2.8 accounts for a diff of 5 MB over 400 files, with giant changes, thousands of them, and binaries', () => {
    const small = [2_000, 3_000, 1_500];
    const patch = Array.from({ length: 400 }, (_, index) => {
      const file = `packages/p${index % 13}/src/file-${index}.${index % 3 === 0 ? 'py' : 'ts'}`;
      if (index % 50 === 7)
        return `diff --git a/${file} b/${file}\nindex 0..1 100644\nGIT binary patch\nliteral 3000\n${'zxZ\n'.repeat(800)}\n`;
      if (index === 11) return patchOf(file, [500_000, 200, 130_000]);
      if (index === 12)
        return patchOf(
          file,
          Array.from({ length: 5_000 }, () => 120),
        );
      if (index === 13)
        return patchOf(
          file,
          Array.from({ length: 40 }, () => 40_000),
        );
      return patchOf(file, index % 4 === 0 ? [...small, 20_000] : small);
    }).join('');
    expect(patch.length).toBeGreaterThan(5_000_000);
    const diff = parsePatch(patch);
    expect(diff).toHaveLength(400);
    const asked = { ...rules, tokens: 40_000 };
    const scope = scopeReview(diff, asked);
    expectAccounted(diff, scope, asked);
    expect(scope.left.filter(({ wanted }) => wanted).map(({ reason }) => reason)).toEqual([
      'larger than one call takes (489 KB; review.tokens)',
      'larger than one call takes (127 KB; review.tokens)',
    ]);
    // Not many more than the text fills.
    const full = scope.parts.reduce((sum, { text }) => sum + text.length, 0) / (asked.tokens * charactersPerToken);
    expect(scope.parts.length).toBeLessThan(full * 1.2 + 1);
    const few = { ...asked, calls: 10, languages: ['python'] };
    expectAccounted(diff, scopeReview(diff, few), few);
  });
});
