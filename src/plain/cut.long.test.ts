/** Every format of secrets, cut at every place. */
import { describe, expect, it } from 'vitest';
import { plantedSecrets } from '../../test/support/secrets.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { cutEnd, cutStart } from './cut.ts';
import { firstLine, headAndTail } from './text.ts';

/** The longest part of a secret that is in a text. */
const longestPart = (text: string, secret: string): number => {
  for (let length = secret.length; length > 0; length -= 1)
    for (let at = 0; at + length <= secret.length; at += 1)
      if (text.includes(secret.slice(at, at + length))) return length;
  return 0;
};

describe('4.11 a secret that a cut falls into', () => {
  const { clean } = createSecrets({});
  const planted = plantedSecrets(31).filter(({ text, secret }) => text === secret && /^\S{20,400}$/.test(secret));

  it.each([
    ['the beginning of a text', (text: string, at: number) => cutEnd(text, at)],
    ['the end of a text', (text: string, at: number) => cutStart(text, text.length - at)],
    ['head and tail', (text: string, at: number) => headAndTail(`${text}${' y'.repeat(900)}`, at * 3)],
    ['a first line', (text: string, at: number) => firstLine(text, at)],
  ])('is not left in part, of whatever kind, wherever the cut is: %s', (_, cut) => {
    expect(planted.length).toBeGreaterThan(80);
    const lead = 'some words before it: ';
    const leaked = planted.filter(({ secret }) => {
      const text = `${lead}${secret} and some behind it`;
      const places = Array.from({ length: Math.ceil(secret.length / 3) }, (__, n) => lead.length + 1 + n * 3);
      return places.some((at) => longestPart(clean(cut(text, at)), secret) > 10);
    });
    expect(leaked.map(({ format }) => format)).toEqual([]);
  });
});
