/** The secrets of an environment: which values they are, and where a text holds them. */
import { anyWordOf } from '../../plain/alternatives.ts';
import { inBase64 } from './base64.ts';
import { findByLooks } from './find.ts';
import { type Scanned, scanned, type Span } from './span.ts';
import { findValues } from './values.ts';

const secretName = new RegExp(
  anyWordOf(`
    TOKEN SECRET PASSW(?:OR)?D PASSPHRASE API_?KEY ACCESS_?KEY PRIVATE CREDENTIAL SESSION_?KEY COOKIE SIGNATURE
    CONNECTION_?STRING _KEY$ _AUTH$ _PAT$ _DSN$ _PWD$ _PASS$ _KEY_BASE$
  `),
  'i',
);
/** Says where a secret is or whose it is, not what it is. */
const harmlessName = /(?:_URL|_URI|_HOST|_FILE|_PATH|_DIR|_SOCK|_NAME|_ID|_USER|_TYPE|_REGION|_EXPIRES?|_TTL)$/i;
const shortest = 8;
/** Replacing these everywhere would tear up texts and protect nothing. */
const trivial = new Set(
  `
  password passwords changeme localhost production development undefined disabled required optional username postgres
  anonymous placeholder redacted
  `
    .trim()
    .split(/\s+/),
);
const repeated = /^(.)\1*$/;

export type Environment = Readonly<Record<string, string | undefined>>;

export const secretValues = (environment: Environment): string[] => {
  const values = new Set<string>();
  for (const [name, value = ''] of Object.entries(environment)) {
    if (secretName.test(name) && !harmlessName.test(name) && !isPath(value)) addForms(values, value.trim());
    // Such as the password of an address: it may turn up without what told what it is.
    for (const { start, end } of findByLooks(scanned(value))) addForms(values, value.slice(start, end));
  }
  return [...values];
};

const isPath = (value: string): boolean =>
  /^(?:\/|\.{1,2}\/|~\/|[A-Za-z]:\\)\S*$/.test(value) &&
  !value.includes('=') &&
  /[/\\]/.test(value.slice(1)) &&
  !value.split(/[/\\]/).some(isRandomPart);

/** Folders are called by words: letters and figures that change places again and again are part of a key. */
const isRandomPart = (part: string): boolean =>
  part.length >= 8 &&
  ((/[a-z]/.test(part) && /[A-Z]/.test(part) && /\d/.test(part)) || (part.match(/[A-Za-z]\d/g) ?? []).length >= 3);

/** As a whole, line by line, and without the escapes of an address. */
const addForms = (values: Set<string>, value: string): void => {
  const lines = value.includes('\n') ? value.split(/\r?\n/).filter((line) => line.length >= 16) : [];
  for (const form of [value, decoded(value), ...lines]) {
    if (form.length >= shortest && !trivial.has(form.toLowerCase()) && !repeated.test(form)) values.add(form);
  }
};

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

const digit = /[A-Za-z0-9+/_=-]/;

export const findKnown = (environment: Environment): ((scanned: Scanned) => Span[]) => {
  const values = secretValues(environment);
  const encoded = new Set(values.flatMap(inBase64));
  const find = findValues([...values, ...encoded]);
  return (all) =>
    find(all).map((span) => (encoded.has(all.text.slice(span.start, span.end)) ? wholeRun(all.text, span) : span));
};

/** Far enough for any value; the rest of a long run says nothing. */
const furthest = 8_000;

const wholeRun = (text: string, { start, end }: Span): Span => {
  let [from, to] = [start, end];
  while (from > 0 && start - from < furthest && digit.test(text.charAt(from - 1))) from -= 1;
  while (to < text.length && to - end < furthest && digit.test(text.charAt(to))) to += 1;
  return { start: from, end: to };
};
