/** Which values of the environment are secrets. */

const secretName = /TOKEN|SECRET|PASSW(?:OR)?D|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE|CREDENTIAL|_KEY$|_AUTH$|_PAT$|_DSN$|_PWD$/i;
/** Says where a secret is or whose it is, not what it is. */
const harmlessName = /(?:_URL|_URI|_HOST|_FILE|_PATH|_DIR|_SOCK|_NAME|_ID|_USER|_TYPE|_REGION|_EXPIRES?|_TTL)$/i;
const shortest = 8;
/** Replacing these everywhere would tear up texts and protect nothing. */
const trivial = new Set(
  'password passwords changeme localhost production development undefined disabled required optional username postgres anonymous placeholder redacted'.split(
    ' ',
  ),
);
const repeated = /^(.)\1*$/;

/** Longest first, so that a secret that holds another one is replaced as a whole. */
export const secretValues = (environment: Readonly<Record<string, string | undefined>>): string[] => {
  const values = new Set<string>();
  for (const [name, value = ''] of Object.entries(environment)) {
    if (secretName.test(name) && !harmlessName.test(name) && !isPath(value)) addForms(values, value.trim());
    const password = /:\/\/[^\s:/@]*:([^\s@]+)@/.exec(value)?.[1];
    if (password !== undefined) addForms(values, password);
  }
  return [...values].sort((a, b) => b.length - a.length);
};

const isPath = (value: string): boolean =>
  /^(?:\/|\.{1,2}\/|~\/|[A-Za-z]:\\)\S*$/.test(value) && !value.includes('=') && value.includes('/', 1);

/** As it is, and as it looks inside of JSON, of an address, and line by line. */
const addForms = (values: Set<string>, value: string): void => {
  const lines = value.includes('\n') ? value.split(/\r?\n/).filter((line) => line.length >= 16) : [];
  for (const form of [value, JSON.stringify(value).slice(1, -1), encode(value), ...lines]) {
    if (form.length >= shortest && !trivial.has(form.toLowerCase()) && !repeated.test(form)) values.add(form);
  }
};

const encode = (value: string): string => {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
};
