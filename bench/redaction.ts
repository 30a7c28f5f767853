/** Taking secrets out of hostile text: four times the text must not take much more than four times as long. */
import { createSecrets } from '../src/secrets/secrets.ts';
import type { Result } from './measure.ts';

const parts = [
  'sk-',
  'eyJ',
  '-----BEGIN PRIVATE KEY-----',
  '://a:',
  'password="',
  'TOKEN=',
  'Bearer ',
  '-',
  'eyJaaaaaaaaaaa.',
  'token:"a',
  '%25',
  String.raw`\\`,
  'cGFzc3dvcmQ9',
  `${'cGFzc3dv'.repeat(9)}\n`,
  'a1b2c3d4'.repeat(4),
  'Cookie: a=',
  ' login a password ',
  '?key=',
  'AAAA',
  'A_TOKEN=(',
  '\nA_TOKEN=( a',
  'name: token value: ',
  '"value":"abcdef1","name":"token',
  'f("token", "',
  'token: |\n  a',
  '<a key="token">',
];
/** Large enough that collecting garbage costs both alike. */
const small = 600_000;

export const redaction = (): Result => {
  const { clean: redact } = createSecrets({});
  const timed = (text: string): number => {
    const began = performance.now();
    redact(text);
    return performance.now() - began;
  };
  const best = (text: string): number => Math.min(...Array.from({ length: 3 }, () => timed(text)));
  const growth = parts.map((part) => {
    const text = part.repeat(Math.floor(small / part.length));
    return { part, ratio: best(text.repeat(4)) / best(text) };
  });
  const worst = growth.toSorted((a, b) => b.ratio - a.ratio)[0];
  return {
    name: 'redacting 2.4 MB against 0.6 MB',
    value: worst?.ratio ?? 0,
    limit: 6,
    detail: `worst of ${parts.length}: ${worst?.part ?? ''}`,
  };
};
