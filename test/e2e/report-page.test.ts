/** The HTML report in a real browser: of a run through the command line, and of one with 500 findings. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlReport } from '../../src/report/html/page.ts';
import { fixing } from '../support/fixing.ts';
import { openBrowser, watchedPage } from '../support/page/browser.ts';
import { hostileTexts } from '../support/page/hostile-text.ts';
import { largeReport, patchOfLarge } from '../support/page/large-report.ts';
import { openSandbox, type Sandbox } from '../support/sandbox.ts';

const opened = await openBrowser();
if (typeof opened === 'string')
  console.warn(`SKIPPED: the HTML report is not tried in a browser, since ${opened}. Nothing else tries it there.`);

let box: Sandbox;
let real: string;
let large: string;
let handful: string;

const hostile = hostileTexts.map((text) => text.slice(0, 400)).join(' ');
const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

/** Through the built command line: one finding fixed after a refusal, one left over, all of it in hostile words. */
const realRun = async (): Promise<string> => {
  const { args } = fixing(box, {
    findings: [
      { code: 'F001', file: 'src/a.txt', line: 1, title: `Bad <b>word</b> ${hostile}`, description: hostile },
      { code: 'F002', file: 'src/b.txt', line: 1, title: 'Left over', severity: 'critical' },
    ],
    scenario: {
      findings: {
        F001: [
          { edits: [{ file: 'src/a.txt', write: 'BROKEN <script>alert(1)</script>\n' }], explanation: hostile },
          { edits: [{ file: 'src/a.txt', write: `good </pre><img src=x onerror=alert(1)>\ntoken = ${token}\n` }] },
        ],
        F002: { outcome: 'blocked', explanation: hostile },
      },
    },
  });
  expect((await box.run(args)).code).toBe(2);
  expect(await box.run(['report', '--format', 'html', '-o', 'report.html'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'Wrote report.html\n',
  });
  return join(box.root, 'report.html');
};

const pageOf = async (size: number): Promise<string> => {
  const pieces: string[] = [];
  for await (const piece of htmlReport(largeReport(size), patchOfLarge)) pieces.push(piece);
  const file = join(box.scratch, `${size}.html`);
  writeFileSync(file, pieces.join(''));
  return file;
};

beforeAll(async () => {
  box = openSandbox({ 'src/a.txt': 'bad\n', 'src/b.txt': 'bad\n' });
  real = await realRun();
  large = await pageOf(500);
  handful = await pageOf(14);
});
afterAll(async () => {
  if (typeof opened !== 'string') await opened.close();
  box.dispose();
});

/** Where a person can look at it: `FIXPOINT_SCREENSHOTS=DIR npx vitest run test/e2e/report-page.test.ts`. */
const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['FIXPOINT_SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
};

const shownFindings = `[...document.querySelectorAll('.finding')].filter((each) => each.checkVisibility()).length`;

const distanceToFilter = `document.querySelector(':target').getBoundingClientRect().top -
  document.querySelector('#filter').getBoundingClientRect().bottom`;

/** Elements whose content does not fit into them, or into the page. */
const cutElements = `[...document.querySelectorAll('body, body *')]
  .filter((each) => getComputedStyle(each).overflow !== 'visible' && each.namespaceURI.endsWith('xhtml'))
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.outerHTML.slice(0, 200))
  .concat(document.documentElement.scrollWidth > 688 ? ['the page'] : [])`;

it('10.3 the page of a run goes through the doors: no secret is in it, also not in a change', () => {
  const text = box.read('report.html');
  expect(text).toContain('token = [redacted]');
  expect(text).not.toContain(token);
  expect(text).toContain('<h1>1 of 2 findings fixed but not re-checked, 1 left over</h1>');
});

describe.skipIf(typeof opened === 'string')('in a browser', () => {
  const browser = (): Browser => {
    if (typeof opened === 'string') throw new Error(opened);
    return opened.browser;
  };

  it('10.3 hostile text of a real run stays text: nothing runs, loads, opens or is faked', async () => {
    const { page, incidents, close } = await watchedPage(browser(), pathToFileURL(real).href);
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    expect(await page.locator('h1').allInnerTexts()).toEqual(['1 of 2 findings fixed but not re-checked, 1 left over']);
    expect(await page.locator('script, iframe, img, object, embed, link, base, form:not(#filter)').count()).toBe(1);
    expect(await page.locator('#f-F001 h4').textContent()).toContain('<script>alert(1)</script>');
    expect(await page.locator('.diff ins').allTextContents()).toContain('+good </pre><img src=x onerror=alert(1)>\n');
    await shoot(page, 'real');
    expect(incidents).toEqual([]);
    await close();
  });

  it('10.3 500 findings open without an error and without a request; filter, search and links work', async () => {
    const address = pathToFileURL(large).href;
    const { page, incidents, close } = await watchedPage(browser(), address);
    await shoot(page, 'light');
    expect(await page.evaluate(shownFindings)).toBe(500);
    await page.locator('.choice', { hasText: 'Fixed and proven' }).click();
    expect(await page.locator('#shown').innerText()).toMatch(/^\d+ of 500 findings$/);
    expect(await page.locator('#f-F002').isVisible()).toBe(false);
    await page.locator('#search').fill('service-4.ts f005');
    expect(await page.evaluate(shownFindings)).toBe(1);
    await page.locator('#filter').scrollIntoViewIfNeeded();
    await shoot(page, 'filtered');

    await page.evaluate('location.hash = "#f-F002~2"');
    await page.locator('#f-F002\\~2 .diff').first().waitFor({ state: 'visible' });
    expect(await page.evaluate(shownFindings)).toBe(500);
    // The filter stays on top, and does not cover what the link leads to.
    await expect.poll(() => page.evaluate(distanceToFilter)).toBeGreaterThanOrEqual(0);
    await expect.poll(() => page.evaluate(distanceToFilter)).toBeLessThan(100);
    await shoot(page, 'finding');
    expect(incidents).toEqual([]);
    await close();
  });

  it('10.3 nothing is wider than a narrow screen, and it is readable in the dark', async () => {
    const dark = { colorScheme: 'dark', viewport: { width: 360, height: 800 } } as const;
    const { page, incidents, close } = await watchedPage(browser(), pathToFileURL(large).href, dark);
    await page.locator('#f-F005 > details > summary').click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(18, 21, 24)');
    await shoot(page, 'narrow-dark-finding');
    await page.evaluate('scrollTo(0, 0)');
    await shoot(page, 'narrow-dark');
    expect(incidents).toEqual([]);
    await close();
  });

  it('10.3 is all there without a script, and on paper: nothing is cut', async () => {
    const { page, incidents, close } = await watchedPage(browser(), pathToFileURL(handful).href, {
      javaScriptEnabled: false,
    });
    expect(await page.locator('#filter').isVisible()).toBe(false);
    expect(await page.locator('.finding').count()).toBe(14);
    const pages = ((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g) ?? []).length;
    // A finding with its attempts takes more than a page; closed ones would all be on two.
    expect(pages).toBeGreaterThan(14);
    await page.emulateMedia({ media: 'print' });
    // As wide as A4 between its margins: what is wider, or scrolls, would be cut.
    await page.setViewportSize({ width: 688, height: 1_000 });
    expect(await page.locator('#f-F014 .diff').first().isVisible()).toBe(true);
    expect(await page.evaluate(cutElements)).toEqual([]);
    await shoot(page, 'print');
    expect(incidents).toEqual([]);
    await close();
  });
});
