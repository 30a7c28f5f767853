/** A catalogue of the formats of secrets. The values are made at run time, so that none of them is in a file. */
import { inBase64 } from '../../src/secrets/find/base64.ts';
import { developerSecrets } from './secrets-developers.ts';
import type { PlantedSecret, SecretFormat } from './secrets-format.ts';
import { moreSecrets } from './secrets-more.ts';
import { randomText } from './secrets-random.ts';
import { serviceSecrets } from './secrets-services.ts';

export const secretFormats: readonly SecretFormat[] = [...developerSecrets, ...serviceSecrets, ...moreSecrets];

export type Planted = PlantedSecret & { format: string };

/** One of each format; other seeds give other values. */
export const plantedSecrets = (seed: number): Planted[] =>
  secretFormats.map(({ name, make }, index) => ({ ...make(randomText(seed * 1_000_003 + index)), format: name }));

/** How a secret may be written down; the alignment is what stands before it. */
export const encodings: readonly { name: string; encode: (text: string) => string }[] = [
  { name: 'raw', encode: (text) => text },
  { name: 'in JSON', encode: (text) => JSON.stringify(text) },
  { name: 'in JSON in JSON', encode: (text) => JSON.stringify(JSON.stringify({ text })) },
  { name: 'URL-encoded', encode: (text) => encodeURIComponent(text) },
  {
    name: 'every character URL-encoded',
    encode: (text) =>
      text.replaceAll(/[^]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`),
  },
  ...['', 'x ', 'xy '].flatMap((before) => [
    {
      name: `base64 behind ${before.length}`,
      encode: (text: string) => Buffer.from(`${before}${text}`).toString('base64'),
    },
    {
      name: `base64url behind ${before.length}`,
      encode: (text: string) => Buffer.from(`${before}${text}\n`).toString('base64url'),
    },
  ]),
  {
    name: 'wrapped base64',
    encode: (text) => Buffer.from(`some text before it\n${text}\n`).toString('base64').replaceAll(/.{76}/g, '$&\n'),
  },
];

/** All that gives a secret away: itself, each line of it, and both of them encoded. */
export const tellTales = (secret: string): string[] =>
  [...new Set([secret, ...secret.split('\n').filter((line) => line.length >= 12)])].flatMap((part) => [
    part,
    JSON.stringify(part).slice(1, -1),
    encodeURIComponent(part),
    ...inBase64(part),
  ]);

type Index = {
  byBeginning: Map<string, { part: string; format: string }[]>;
  /** Whether any of them may begin with these two characters: nearly no place of a text is looked at further. */
  mayBegin: Uint8Array;
};
const indexes = new WeakMap<readonly Planted[], Index>();
const keyLength = 8;
const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff);

/** By their beginnings, so that a long text is gone through once, however many secrets there are. */
const indexOf = (planted: readonly Planted[]): Index => {
  const known = indexes.get(planted);
  if (known) return known;
  const all = planted.flatMap(({ secret, format }) => tellTales(secret).map((part) => ({ part, format })));
  const mayBegin = new Uint8Array(1 << 16);
  for (const { part } of all) mayBegin[pairAt(part, 0)] = 1;
  const index = { byBeginning: Map.groupBy(all, ({ part }) => part.slice(0, keyLength)), mayBegin };
  indexes.set(planted, index);
  return index;
};

/** The formats whose secrets are in a text. */
export const leaksIn = (text: string, planted: readonly Planted[]): string[] => {
  const { byBeginning, mayBegin } = indexOf(planted);
  const leaked = new Set<string>();
  for (const searched of new Set([text, text.replaceAll(/\r?\n/g, '')]))
    for (let at = 0; at + keyLength <= searched.length; at += 1) {
      if (mayBegin[pairAt(searched, at)] === 0) continue;
      for (const { part, format } of byBeginning.get(searched.slice(at, at + keyLength)) ?? [])
        if (searched.startsWith(part, at)) leaked.add(format);
    }
  return [...leaked];
};
