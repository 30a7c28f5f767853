/** Text as XML 1.0, which knows no way to say some characters. */
import { printable, printableLines } from '../printable.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Printable text has no control characters left; two that are none are forbidden as well. */
const escape = (text: string): string =>
  text.replaceAll(/[\uFFFE\uFFFF]/g, '').replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

/** Between tags. */
export const content = (text: string): string => escape(printableLines(text));

/** A start tag's attributes, each on one line. */
export const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escape(printable(String(value)))}"`)
    .join('');
