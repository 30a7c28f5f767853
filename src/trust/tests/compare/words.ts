/** The words in which a test is named in remarks. */
import type { Check, Guard, Unit } from '../model.ts';

const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 77)}…` : line;
};

const kinds: Readonly<Record<Unit['kind'], string>> = {
  test: 'the test',
  group: 'the group of tests',
  hook: 'the hook',
  helper: 'the helper of tests',
  file: 'the test file',
};

export const named = ({ kind, name, path }: Unit): string =>
  `${kinds[kind]} “${shortened(kind === 'test' ? path : name)}”`;

/** Code as people write it, from its tokens: `total ( cart ) . net` is `total(cart).net`. */
const laidOut = (tokens: string): string =>
  tokens
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part
            .replaceAll(/\s*(\.|::|->)\s*(?=[\p{L}_$])/gu, '$1')
            .replaceAll(/(?<=[\p{L}\p{N}_$\])])\s+(?=[([])/gu, '')
            .replaceAll(/(?<=[([])\s+|\s+(?=[)\],;])/g, ''),
    )
    .join('');

export const about = ({ subject, kind, expected }: Check): string =>
  `“${shortened(laidOut(kind === 'helper' ? `${subject}(${expected})` : subject))}”`;

export const listed = (values: readonly string[]): string => {
  const shown = values.slice(0, 3).map(shortened).join(', ');
  return values.length > 3 ? `${shown}, …` : shown || 'nothing';
};

const guards: Readonly<Record<Guard['kind'], (text: string) => string>> = {
  condition: (text) => `only made where “${shortened(text)}” holds`,
  exit: (text) => `left out where “${shortened(text)}” holds`,
  loop: (text) => `only made for “${shortened(text)}”`,
  swallowed: () => 'made where its failure is swallowed',
  uncalled: (text) => `made in a function that “${text}” may never call before the test ends`,
  unawaited: () => 'not awaited',
  raises: () => 'made after what raises, where it is never reached',
  catch: () => 'only made where something was thrown',
  'after-end': () => 'made after the end of the test',
  callback: (text) => `made in a function given to “${text}”`,
};

export const guardWords = ({ kind, text }: Guard): string => guards[kind](text);
