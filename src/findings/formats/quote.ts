/** Code that a reviewer quotes, without the marks around it. */
import { given } from '../../plain/given.ts';
import { findingText } from '../read/text.ts';

export const withoutTicks = (code: string): string =>
  code
    .replace(/^`{3,9}[\w+-]{0,20}\r?\n/, '')
    .replace(/\r?\n`{3,9}$/, '')
    .replace(/^`([^`\n]{1,2000})`$/, '$1');

const looksLikeCode = (text: string): boolean => /[(){}[\];=<>]|^`/.test(text);

const asText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join('\n') : '';
};

/** `evidence` may also be a sentence, which no file holds: that belongs to the description. */
export const quoteOf = (code: readonly unknown[], evidence: unknown): { quote?: string; said?: string } => {
  const quoted = code.map(asText).find((each) => each.trim());
  const shown = asText(evidence).trim();
  const quote = quoted ?? (looksLikeCode(shown) ? shown : '');
  const said = quote === shown ? '' : findingText(shown);
  return { ...(quote && { quote: withoutTicks(findingText(quote)) }), ...given({ said: said || undefined }) };
};
