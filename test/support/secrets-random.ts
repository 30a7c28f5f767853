/** Random texts of the alphabets that secrets are made of, always the same for a seed. */

export type RandomText = Record<
  'letters' | 'lower' | 'upper' | 'hex' | 'digits' | 'words' | 'base64' | 'password',
  (length: number) => string
> & {
  uuid: () => string;
};

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();

/** Every text has a digit and begins and ends with a letter or digit, as nearly all real ones do. */
export const randomText = (seed: number): RandomText => {
  const next = generator(seed);
  const pick = (alphabet: string): string => alphabet.charAt(Math.floor(next() * alphabet.length));
  const text =
    (alphabet: string, border = alphabet) =>
    (length: number): string =>
      Array.from({ length }, (_, at) =>
        at === 2 ? pick(digits) : pick(at === 0 || at === length - 1 ? border : alphabet),
      ).join('');
  const alphanumeric = `${lower}${upper}${digits}`;
  const hex = text('0123456789abcdef');
  return {
    letters: text(alphanumeric),
    lower: text(`${lower}${digits}`),
    upper: text(`${upper}${digits}`),
    hex,
    digits: (length) => `7${text(digits)(length - 1)}`,
    words: text(`${alphanumeric}_-`, alphanumeric),
    base64: text(`${alphanumeric}+/`, alphanumeric),
    password: text(`${alphanumeric}!#%*?~^@=-`, alphanumeric),
    uuid: () => [hex(8), hex(4), hex(4), hex(4), hex(12)].join('-'),
  };
};

/** Small and good enough: mulberry32. */
const generator = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
