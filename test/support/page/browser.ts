/** A real browser for tests, which comes with a package of npm: nothing is downloaded from elsewhere. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflate } from '@sparticuz/chromium';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const packed = join(import.meta.dirname, '../../../node_modules/@sparticuz/chromium/bin');

/** With the libraries that it needs and its fonts, so that nothing has to be installed. */
const unpack = async (folder: string): Promise<string[]> => {
  const before = process.env['TMPDIR'];
  // The package unpacks into the temporary folder, and takes what lies there for whole.
  process.env['TMPDIR'] = folder;
  try {
    return await Promise.all(
      ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((file) => inflate(join(packed, file))),
    );
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
};

/** Those of the package, then those of the system; its own list looks for them elsewhere. */
const fontList = (folder: string, fonts: string): string => {
  const file = join(folder, 'fonts.conf');
  const places = [fonts, '/usr/share/fonts'].map((place) => `<dir>${place}</dir>`).join('');
  writeFileSync(file, `<fontconfig>${places}<cachedir>${join(folder, 'cache')}</cachedir></fontconfig>`);
  return file;
};

export type Opened = { browser: Browser; close: () => Promise<void> };

/** Where there is none for a platform, the reason. */
export const openBrowser = async (): Promise<Opened | string> => {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `@sparticuz/chromium has no browser for ${process.platform} on ${process.arch}`;
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-browser-'));
  const [executablePath = '', libraries = '', fonts = ''] = await unpack(folder);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--font-render-hinting=none'],
    env: {
      PATH: '/nonexistent',
      HOME: folder,
      LD_LIBRARY_PATH: join(libraries, 'lib'),
      FONTCONFIG_FILE: fontList(folder, fonts),
    },
  });
  const close = async (): Promise<void> => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { browser, close };
};

/** A page, and all that happened on it which should not: messages, errors, dialogs, requests, other windows. */
export type Watched = { page: Page; incidents: string[]; close: () => Promise<void> };

export const watchedPage = async (
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Watched> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const incidents: string[] = [];
  page.on('console', (message) => incidents.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => incidents.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== address) incidents.push(`request: ${request.url()}`);
  });
  context.on('page', (other) => incidents.push(`window: ${other.url()}`));
  await page.goto(address);
  return { page, incidents, close: () => context.close() };
};
