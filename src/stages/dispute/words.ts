/** Disputes and decisions about them, in words for people and for fixers. */
import type { Citation, DisputeGround, Opinion, ReadDispute } from '../../model/finding/dispute.ts';
import { cutEnd } from '../../plain/cut.ts';

export const groundWords: Readonly<Record<DisputeGround, string>> = {
  'not-there': 'what the finding says is there is not',
  'is-there': 'what the finding says is missing is there',
  'cannot-happen': 'other code rules it out',
  intended: 'it is documented or tested to be so',
};

const longestQuote = 200;

export const citationWords = ({ file, line, quote }: Citation): string =>
  `${file}:${line} “${cutEnd(quote.replaceAll(/\s+/g, ' ').trim(), longestQuote)}”`;

export const disputeWords = ({ ground, evidence }: ReadDispute): string => {
  const lines = evidence.map(citationWords).join('; ');
  return `${ground === undefined ? 'it is wrong' : groundWords[ground]} (${lines})`;
};

/** Why it was decided like this. */
export const opinionWords = ({ read, reason }: Opinion): string =>
  [...(read ? [`read ${citationWords(read)}`] : []), reason || 'no reason given'].join(': ');
