/**
 * Secrets that show by what is around them: keys, headers, addresses, and formats that are told by their middle or end.
 */
import { matchesOf, type Span } from './span.ts';

/** Cut off or not; single dashes occur in the headers of encrypted keys. */
const keyBegins = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';
const keyEnds = '-----END [A-Z0-9 ]{0,60}-----';
const puttyBegins = String.raw`PuTTY-User-Key-File-\d`;
/** Up to the next one at most: otherwise each of many that never end would be followed for all its length. */
const puttyKey = String.raw`${puttyBegins}(?:(?!${puttyBegins})[^]){0,20000}?Private-MAC: [0-9a-f]{20,64}`;
const privateKey = new RegExp(`${keyBegins}(?:[^-]|-(?!----)){0,20000}(?:${keyEnds})?|${puttyKey}`, 'g');

const authorization = String.raw`\b[Aa]uthorization["']{0,2}[ \t]{0,3}[:=][ \t]{0,3}["'\x60]?[A-Za-z-]{3,20}[ \t]{1,3}`;
const schemes = String.raw`\b(?:Bearer|Basic|Token|SSWS|GenieKey|ApiKey|Api-Key|FlyV1)[ \t]{1,3}`;

/**
 * `holds`: has to be there for the pattern to match, which is quickly told. The first group of each is kept, unless it
 * is called `before`.
 */
const patterns: readonly { holds: string; pattern: RegExp }[] = [
  { holds: 'PRIVATE KEY', pattern: privateKey },
  { holds: 'PuTTY-User-Key', pattern: privateKey },
  { holds: '.atlasv1.', pattern: /(?<=(?<![A-Za-z0-9])(?<before>[A-Za-z0-9]{14}))\.atlasv1\.[\w-]{50,80}/g },
  { holds: 'AZDO', pattern: /(?<=(?<![A-Za-z0-9])(?<before>[A-Za-z0-9]{76}))AZDO[A-Za-z0-9]{4}/g },
  { holds: 'Q~', pattern: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}/g },
  { holds: 'NRAL', pattern: /(?<=(?<![A-Za-z0-9])(?<before>[a-f0-9]{36}))NRAL/g },
  { holds: '-', pattern: /(?<=(?<![\w-])(?<before>[a-f0-9]{32}))-(?:us\d{1,2}|[a-f0-9]{8}-[a-f0-9]{8})(?![\w-])/g },
  { holds: ':AA', pattern: /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { holds: '!', pattern: /(?<![A-Za-z0-9])00D[A-Za-z0-9]{12,15}![\w.]{60,200}/g },
  {
    holds: '/IncomingWebhook/',
    pattern: /(\/webhookb2\/)[\w@-]{36,100}\/IncomingWebhook\/[\w-]{16,80}(?:\/[\w-]{16,80}){0,2}/g,
  },
  { holds: 'hooks.slack.com', pattern: /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{20,200}/g },
  { holds: '/api/webhooks/', pattern: /(\/api\/webhooks\/)\d{15,22}\/[\w-]{40,100}/g },
  { holds: 'hooks.zapier.com', pattern: /(hooks\.zapier\.com\/hooks\/catch\/)\d{4,12}\/\w{5,20}/g },
  { holds: '/bot/v2/hook/', pattern: /(\/bot\/v2\/hook\/)[\w-]{30,40}/g },
  { holds: ':', pattern: /(?<![\w/])\d\/\d{10,20}(?:\/\d{10,20})?:[a-f0-9]{32}(?!\w)/g },
  { holds: '.', pattern: /(?<![\w.-])[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,45}(?![\w-])/g },
  // scheme://user:password@host and scheme://token@host
  { holds: '://', pattern: /(:\/\/[^\s:/@"'<>]{0,100}:)(?!\[|[$%{<](?![0-9A-Fa-f]{2}))[^\s/"'<>\\]{3,300}(?=@)/g },
  { holds: '://', pattern: /(:\/\/)(?=[\w.-]{0,60}\d)[\w.-]{20,200}(?=@)/g },
  {
    holds: 'uthorization',
    pattern: new RegExp(String.raw`(${authorization})(?=[A-Za-z.~+/=_:-]{0,60}\d)[\w.~+/=,:-]{8,4000}`, 'g'),
  },
  {
    holds: 'define',
    pattern: /(\bdefine\([ \t]{0,3}["']\w{0,40}(?:KEY|SALT|PASSWORD|SECRET|TOKEN)["'],[ \t]{0,5}["'])[^"'\s]{8,200}/g,
  },
  {
    holds: ' ',
    pattern: new RegExp(String.raw`(${schemes})(?=[A-Za-z.~+/=_-]{0,60}(?:\d|[a-z][A-Z]))[\w.~+/=,-]{16,4000}`, 'g'),
  },
  { holds: ' ', pattern: /(\b(?:bearer|basic)[ \t]{1,3})(?=[A-Za-z.~+/=_-]{0,60}\d)[\w.~+/=-]{16,4000}/g },
];

export const patternsIn = (text: string): Span[] => {
  const spans: Span[] = [];
  for (const { holds, pattern } of patterns)
    if (text.includes(holds)) for (const found of matchesOf(pattern, text)) spans.push(spanOf(found));
  for (const list of matchesOf(cookieHeader, text)) spans.push(...cookiesIn(list));
  return spans;
};

const spanOf = ({ 0: all, 1: first = '', index, groups }: RegExpExecArray): Span => {
  const before = groups?.['before'];
  return { start: before === undefined ? index + first.length : index - before.length, end: index + all.length };
};

const cookieHeader = /\b(?:Set-)?Cookie["']?[ \t]{0,3}[:=][ \t]{0,3}["']?([^\r\n"']{8,8000})/gi;
const cookie = /(?<=^|;)[ \t]{0,4}([^\s=;]{1,100}=)(?=[^;\s]{0,200}\d)[^;\s\\]{8,4000}/g;

const cookiesIn = ({ 0: all, 1: list = '', index }: RegExpExecArray): Span[] => {
  const from = index + all.length - list.length;
  return matchesOf(cookie, list).map(({ 0: one, index: at }) => ({
    start: from + at + one.indexOf('=') + 1,
    end: from + at + one.length,
  }));
};
