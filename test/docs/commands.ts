/** The commands that README and the docs show: in blocks, and within sentences. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** `args`: without the program, as a shell would split them. */
export type Shown = { page: string; line: number; text: string; args: string[]; inBlock: boolean };

export const pages = (): string[] => ['README.md', ...globSync('docs/*.md', { cwd: root }).toSorted()];

/** Words of a command line up to what ends a command; undefined where a quote stays open. */
const wordsOf = (text: string): string[] | undefined => {
  const words: string[] = [];
  const token = /\s*(?:(?<end>&&|\|\|?|;|#.*|\d?>.*|$)|(?<word>(?:'[^']*'|"[^"]*"|\\.|[^\s'"|;&])+))/y;
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (found === null) return undefined;
    if (found.groups?.['word'] === undefined) break;
    words.push(found.groups['word'].replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
  }
  return words;
};

const commandIn = /(?:^|[|;&(`]\s*|\$ |npx |bin\/)fixpoint(?= |$)/g;

const commandsIn = (text: string): { text: string; args: string[] }[] =>
  [...text.matchAll(commandIn)].flatMap(({ index, 0: start }) => {
    const rest = text.slice(index + start.length).replace(/ {2,}(?!-).*$/, '');
    const args = wordsOf(rest.replace(/[`)].*$/, (end) => (start.endsWith('`fixpoint') ? '' : end)));
    return args === undefined ? [] : [{ text: `fixpoint ${args.join(' ')}`, args }];
  });

const fence = /^\s*```(\w*)/;
const shellLanguages = new Set(['', 'sh', 'bash', 'shell', 'console']);

/** Lines that go on with a backslash are one. */
export const shownIn = (page: string): Shown[] => {
  const lines = readFileSync(join(root, page), 'utf8').split('\n');
  const shown: Shown[] = [];
  let language: string | null = null;
  for (const [index, line] of lines.entries()) {
    const mark = fence.exec(line);
    if (mark) language = language === null ? (mark[1] ?? '') : null;
    else if (language === null)
      for (const [, code = ''] of line.matchAll(/`(fixpoint [^`]+)`/g))
        for (const each of commandsIn(code)) shown.push({ page, line: index + 1, inBlock: false, ...each });
    else if (shellLanguages.has(language))
      for (const each of commandsIn(line.trim())) shown.push({ page, line: index + 1, inBlock: true, ...each });
  }
  return shown;
};

export const allShown = (): Shown[] => pages().flatMap(shownIn);
