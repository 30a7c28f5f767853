/**
 * Markup, and the one way to it: the tag `html`. Whatever is put into it is text and comes out harmless, unless it is
 * markup that the same tag has made.
 */
import { printableLines } from '../../plain/printable.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Between tags and in quoted attributes; control and bidirectional characters are shown as escapes. */
const escape = (text: string): string =>
  printableLines(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);

/** A class, since no data from outside can be an instance of it, whatever its fields are called. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  get isEmpty(): boolean {
    return this.#markup === '';
  }

  toString(): string {
    return this.#markup;
  }
}

/** What is missing leaves no trace. */
export type Part = Html | string | number | false | null | undefined | readonly Part[];

const markupOf = (part: Part): string => {
  if (part instanceof Html) return part.toString();
  if (part === false || part === null || part === undefined) return '';
  return isList(part) ? part.map(markupOf).join('') : escape(String(part));
};

const isList = (part: Part): part is readonly Part[] => Array.isArray(part);

/** The indentation of the source is of no use on the page. Each template is gone through once. */
const denseTexts = new WeakMap<TemplateStringsArray, readonly string[]>();

const dense = (texts: TemplateStringsArray): readonly string[] => {
  const known = denseTexts.get(texts) ?? texts.map((text) => text.replaceAll(/\s*\n\s*/g, '\n'));
  denseTexts.set(texts, known);
  return known;
};

export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(
    dense(texts)
      .map((text, index) => text + markupOf(parts[index]))
      .join(''),
  );

export const nothing = html``;

const isWebAddress = (address: string): boolean => {
  try {
    return ['http:', 'https:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
};

/** Leads out of the page only to a web address; any other is shown as text. */
export const link = (address: string, words: string): Html =>
  isWebAddress(address)
    ? html`<a href="${address}" rel="noopener noreferrer nofollow">${words}</a>`
    : html`${words === address ? words : `${words} (${address})`}`;
