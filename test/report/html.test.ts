/** The report as a page: what is on it, and that no text can become more than text. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Report } from '../../src/model/report.ts';
import { Html, html, link } from '../../src/report/html/markup.ts';
import { htmlReport } from '../../src/report/html/page.ts';
import { hostileTexts } from '../support/page/hostile-text.ts';
import { largeReport, patchOfLarge } from '../support/page/large-report.ts';
import { blockedFinding, fixedFinding, hostileFinding, sampleReport } from './sample.ts';

const noPatch = async (): Promise<null> => null;

const pageOf = async (report: Report, patchOf: (name: string) => Promise<string | null> = noPatch): Promise<string> => {
  const pieces: string[] = [];
  for await (const piece of htmlReport(report, patchOf)) pieces.push(piece);
  return pieces.join('');
};

/** Tags with the names of their attributes; values are left out. Sound as long as no text brings `<`, `>` or quotes. */
const tagsOf = (page: string): string[] =>
  (page.replaceAll(/<(style|script)>[^]*?<\/\1>/g, '<$1>').match(/<[^>]*>/g) ?? []).map((tag) =>
    tag.replaceAll(/"[^"]*"/g, '""'),
  );

/** What a reader sees of it. */
const textOf = (page: string): string =>
  page
    .replaceAll(/<(style|script)>[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** Words of the model, ids and times. */
const keptKeys = new Set(
  'status command verdict severity level result claim change kind by proof at startedAt tree id outcome results'.split(
    ' ',
  ),
);

/** The verdict of a cycle is called like the whole of a verification. */
const isKept = (key: string, value: unknown): boolean =>
  keptKeys.has(key) || (key === 'verification' && typeof value === 'string');

/** The same value with every other text replaced. */
const withText = (value: unknown, text: string): unknown => {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((each) => withText(each, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, isKept(key, each) ? each : withText(each, text)]),
  );
};

describe('10.3 text on the page', () => {
  it('10.3 is escaped by the one tag that makes markup, in content and in attributes', () => {
    expect(String(html`<b title="${`"'`}">${'<&>'}</b>`)).toBe('<b title="&quot;&#39;">&lt;&amp;&gt;</b>');
    expect(String(html`${[html`<i>${1}</i>`, 'a<b', [null, false, undefined, 0]]}`)).toBe('<i>1</i>a&lt;b0');
    expect(String(html`${'a\u202Eb\u0000c\u061Cd\u{E0041}e\u001B[2J'}`)).toBe(
      'a\\u{202e}b\\x00c\\u{61c}d\\u{e0041}e\\x1b[2J',
    );
  });

  it('10.3 is never taken for markup because of its shape', () => {
    const shaped = JSON.parse('{"markup":"<script>","toString":"<b>"}');
    expect(String(html`${Object.assign(Object.create(null), { toString: () => '<i>' })}`)).toBe('&lt;i&gt;');
    expect(shaped instanceof Html).toBe(false);
  });

  it.each(hostileTexts.map((text) => [text.slice(0, 60), text]))('10.3 adds no tag: %j', async (_, text) => {
    const report = largeReport(5);
    const patch = await patchOfLarge('attempts/1-1/');
    const render = (words: string): Promise<string> =>
      pageOf(
        Report.parse(withText({ ...report, message: '' }, words)),
        async () => patch?.replaceAll('session', words) ?? null,
      );
    const [page, other] = await Promise.all([render(text), render('plain')]);
    const withoutDiffs = (tags: string[]): string[] =>
      tags.filter((tag) => !/^<\/?(?:ins|del|span data|i class)/.test(tag));
    expect(new Set(withoutDiffs(tagsOf(page)))).toEqual(new Set(withoutDiffs(tagsOf(other))));
    // eslint-disable-next-line no-control-regex
    expect(page).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069]/);
  });

  it('10.3 links lead to web addresses only', () => {
    expect(String(link('https://example.com/a?b="c', 'issue'))).toBe(
      '<a href="https://example.com/a?b=&quot;c" rel="noopener noreferrer nofollow">issue</a>',
    );
    for (const address of ['javascript:alert(1)', 'JAVASCRIPT:alert(1)', ' data:text/html,x', 'file:///etc', '//x', ''])
      expect(String(link(address, 'issue'))).not.toContain('<a');
  });

  it('10.3 gets into markup by no other way', () => {
    const folder = join(import.meta.dirname, '../../src/report/html');
    const makers = globSync('**/*.ts', { cwd: folder }).filter((file) =>
      /new Html\(/.test(readFileSync(join(folder, file), 'utf8')),
    );
    expect(makers.toSorted()).toEqual(['markup.ts', 'page/frame.ts']);
    // Nothing of a report can get there: it knows but the style and the script, which are texts of ours.
    const imported = (file: string): string[] =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/^import .* from '(.*)';$/gm)].map(([, from = '']) => from);
    expect(imported('page/frame.ts')).toEqual(['../markup.ts', './script.ts', './style.ts']);
    expect(imported('page/script.ts')).toEqual([]);
    expect(imported('page/style.ts')).toEqual(['./style-looks.ts', './style-print.ts']);
  });
});

const voidTags = new Set(['meta', 'input', 'rect', 'line']);

/** Tags that are closed by another, or by none. */
const unbalanced = (page: string): string[] => {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, slash, name = ''] of page.matchAll(/<(\/?)([a-z]\w*)\b[^>]*>/g)) {
    if (slash === '' && !voidTags.has(name)) open.push(name);
    if (slash === '/' && open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
};

describe('10.3 the page', () => {
  it('10.3 closes what it opens, in its order', async () => {
    const page = await pageOf(largeReport(40), patchOfLarge);
    expect(unbalanced(page.replace(/<script>[^]*<\/script>/, ''))).toEqual([]);
    expect(page.match(/<(?:html|head|body|main|h1)\b/g)).toEqual(['<html', '<head', '<body', '<h1', '<main']);
  });

  it('10.3 allows nothing but its own style and script, and has no others', async () => {
    const page = await pageOf(largeReport(20), patchOfLarge);
    const inside = (tag: string): string[] =>
      [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, text = '']) => text);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'");
    expect(inside('style')).toHaveLength(1);
    expect(inside('script')).toHaveLength(1);
    const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash(inside('style')[0] ?? '')}'; ` +
        `script-src 'sha256-${hash(inside('script')[0] ?? '')}'; base-uri 'none'; form-action 'none'`,
    );
    const tags = tagsOf(page).join('\n');
    expect(tags).not.toMatch(/\s(?:on\w+|style|src|srcset|action|formaction|background)=/);
    expect(tags).not.toMatch(/<(?:iframe|object|embed|link|img|base|form [^>]*action)/);
    expect(page.match(/href="(?!#)[^"]*"/g)).toBeNull();
  });

  it('10.3 holds every finding, every attempt, gates, verification, scores, proof, diffs, cycles, cost and reasons', async () => {
    const report = largeReport(40);
    const page = await pageOf(report, patchOfLarge);
    for (const { code, attempts } of report.findings) {
      expect(page).toContain(`id="f-${code}"`);
      for (const { n } of attempts) expect(page).toContain(`id="f-${code}~${n}"`);
    }
    const text = textOf(page);
    const missing = [
      'Outcome leftovers',
      'all attempts used: npm test failed (1 test that passed before)',
      'Attempt 2 refused (verify) score 41',
      'The agent said: Asked for the session first',
      'verify ✕ refused check npm test failed',
      '92 of 100, 80 needed ✓ solved',
      'Still to be done: Guard the second caller',
      'gemini 92 correctness 90, safety 95, minimality 88, style 91 Read both callers.',
      'Proof: the tool no longer reports it, tests pass',
      'Proof: tests pass, not re-checked',
      'not ok 29 - expected',
      'Findings by severity critical',
      'Fixed in each cycle Cycle 1',
      'Time and money by stage review 2 min 6 s, 6 calls, $0.3100',
      'Time and money by fixer codex',
      '41 of 42 changes reviewed',
      'src/huge.ts:1-9000 too long for one call',
      'Should an expired session end in 401 or 403? Answer: 401',
      'May the schema change? A column would help. Left to the fixer.',
      'F009 was in no step',
      'golang 1 skipped 0 0 ms no go in what changed',
      'Cost $1.91, 392,000 tokens',
      'Cycle 1: 39 calls, 2 files changed',
      '1.1.4 claude F005 refused 1 failed 2026-03-01 10:00:29 UTC 21 s',
      'started 2026-03-01 10:00:28 UTC',
      'Sessions are read before they are known to be there',
    ].filter((each) => !text.includes(each));
    expect(missing).toEqual([]);
  });

  it('10.3, 7.9 marks files outside the findings, what was reported again, and shows what a call left that ran out of time', async () => {
    const [accepted] = fixedFinding.attempts;
    const [refused] = blockedFinding.attempts;
    if (accepted === undefined || refused === undefined) throw new Error('the sample has no attempts');
    const { verification: _, ...ended } = refused;
    const findings: Report['findings'] = [
      {
        ...fixedFinding,
        attempts: [{ ...accepted, outside: ['src/a.ts'] }],
        reopened: [{ round: 2, by: ['security'], commit: 'c'.repeat(40) }],
      },
      { ...blockedFinding, attempts: [{ ...ended, result: 'timeout', unit: '1.1.2', files: [] }] },
    ];
    const page = await pageOf(
      { ...sampleReport, findings },
      async (name) => `diff --git a/x b/x\n@@ -0,0 +1 @@\n+${name}\n`,
    );
    const text = textOf(page);
    expect(text).toContain('src/a.ts changed +2 −1 ! outside the findings');
    expect(text).toContain('! reported again in round 2 by security , after the fix in cccccccccccc');
    expect(text).toContain('+attempts/1.1.2/change.patch');
    expect(text).toContain('timeout no answer after | 15 min F002 timeout');
  });

  it('9.1, 10.3 leads to the issue of a finding, or says why it has none', async () => {
    const url = 'https://github.com/acme/shop/issues/7';
    const page = await pageOf({
      ...sampleReport,
      findings: [
        { ...blockedFinding, issue: { url, error: null } },
        { ...hostileFinding, issue: { url: 'javascript:alert(1)', error: '502 <bad> gateway' } },
      ],
    });
    expect(page).toContain(`<a href="${url}" rel="noopener noreferrer nofollow">${url}</a>`);
    expect(page).not.toContain('href="javascript');
    expect(textOf(page)).toContain('An issue was not sent: 502 &lt;bad&gt; gateway');
    expect(textOf(page)).toContain('Issue: javascript:alert(1) not sent: 502 &lt;bad&gt; gateway');
  });

  it('10.3 shows first what needs attention: what is left, then what nobody looked at again', async () => {
    const page = await pageOf(largeReport(40), patchOfLarge);
    const order = [
      'id="attention"',
      'id="glance"',
      'id="group-left"',
      'id="group-unchecked"',
      'id="group-proven"',
      'id="group-dismissed"',
      'id="verification"',
    ];
    const places = order.map((text) => page.indexOf(text));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const attention = page.slice(page.indexOf('id="attention"'), page.indexOf('id="glance"'));
    expect(attention).toContain('href="#f-F005"');
    expect(attention).toContain('Not everything was reviewed');
    expect(attention).not.toContain('>F002<');
  });

  it('10.3 has every id once, and leads to none that is not there, whatever findings are called', async () => {
    const codes = ['F001', 'F001~1', 'n-2', 'findings', '" onclick="', 'a b', 'ä', 'x'.repeat(300)];
    const findings = codes.map((code, index) => ({ ...fixedFinding, code, id: `id-${index}` }));
    const page = await pageOf({ ...sampleReport, cycles: [], findings });
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
    expect(targets.length).toBeGreaterThan(codes.length);
  });

  it('10.3 tells of a run without findings, one that failed, and a review', async () => {
    const none = { total: 0, fixed: 0, notRechecked: 0, blocked: 0, dismissed: 0, open: 0 };
    const empty = await pageOf({
      ...sampleReport,
      findings: [],
      totals: none,
      status: 'clean',
      cycles: [],
      problems: [],
      warnings: [],
    });
    expect(textOf(empty)).toContain(' No findings Outcome clean');
    expect(empty).not.toContain('id="attention"');
    expect(empty).not.toContain('id="filter"');
    const failed = await pageOf({
      ...sampleReport,
      status: 'failed',
      stopReason: 'baseline',
      message: 'it <cannot> start',
    });
    expect(textOf(failed)).toContain(' The run failed: 1 of 3 findings fixed and proven, 2 left over ');
    expect(textOf(failed)).toContain('it &lt;cannot&gt; start (stopped: baseline)');
    const review = await pageOf({ ...sampleReport, command: 'review', findings: [blockedFinding, hostileFinding] });
    expect(textOf(review)).toContain(' 3 findings 2 Found ');
    expect(textOf(review)).toContain('○ Found');
  });
});
