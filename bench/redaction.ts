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
  'PuTTY-User-Key-File-2',
  'authorization=',
  '-----BEGIN ',
  `\nA_TOKEN=abcdef${' \t'.repeat(900)}!`,
  `\nA_TOKEN=abcdef${'}]),'.repeat(400)}"`,
  `password="${'a'.repeat(1_990)} `,
  'password="a b ',
  String.raw`password=\a`,
  String.raw`{\"token\":\"`,
  String.raw`\u0041`,
  '&amp;amp;',
  `Cookie: ${';'.repeat(7_000)}`,
  `://${'a'.repeat(90)}:`,
  `"value": "${'a'.repeat(390)}", "name": "token`,
  `?${'a.'.repeat(20)}key=`,
  `token="${'aA'.repeat(900)}!"`,
  'cat <<EOF\nA_TOKEN=',
  'xoxb-1-',
];
/** Others may be waiting for the machine: what counts is the time of this thread, not of the clock. */
const cpuMs = (work: () => void): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

/** Large enough that collecting garbage costs both alike. */
const small = 600_000;

export const redaction = (): Result => {
  const { clean: redact } = createSecrets({});
  const timed = (text: string): number => cpuMs(() => redact(text));
  const growth = parts.map((part) => {
    const text = part.repeat(Math.floor(small / part.length));
    const pairs = Array.from({ length: 3 }, () => ({ once: timed(text), fourTimes: timed(text.repeat(4)) }));
    const least = (of: (pair: (typeof pairs)[number]) => number): number => Math.min(...pairs.map(of));
    return { part, ratio: least(({ fourTimes }) => fourTimes) / least(({ once }) => once) };
  });
  const worst = growth.toSorted((a, b) => b.ratio - a.ratio)[0];
  return {
    name: 'redacting 2.4 MB against 0.6 MB',
    value: worst?.ratio ?? 0,
    limit: 6,
    detail: `worst of ${parts.length}: ${JSON.stringify(worst?.part.slice(0, 60) ?? '')}`,
  };
};
