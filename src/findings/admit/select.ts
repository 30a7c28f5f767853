/** `--only`: which findings a person picked, by code, id, path, glob or rule. */
import picomatch from 'picomatch';
import type { Finding } from '../../model/finding.ts';

type Matcher = { text: string; matches: (finding: Finding) => boolean };

const matcher = (text: string): Matcher => {
  const wanted = text.trim();
  const name = wanted.toLowerCase();
  const path = wanted
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '');
  const glob = /[*?[{]/.test(path) ? picomatch(path, { dot: true }) : null;
  const inFile = (file: string): boolean => file === path || file.startsWith(`${path}/`) || glob?.(file) === true;
  return {
    text,
    matches: ({ code, id, rule, file }) =>
      code.toLowerCase() === name ||
      id === wanted ||
      rule === wanted ||
      (file !== undefined && path !== '' && inFile(file)),
  };
};

/** Of a pattern that picked nothing; a `!`, as in .gitignore, is most likely meant to leave out. */
export const fitsNothing = (selector: string): string =>
  `--only ${selector} fits no finding` +
  (selector.startsWith('!') ? `; --exclude '${selector.slice(1)}' leaves files out` : '');

/** `unmatched`: patterns that picked nothing, which is most likely a mistake. */
export const select = (
  findings: readonly Finding[],
  only: readonly string[],
): { selected: Finding[]; unmatched: string[] } => {
  const matchers = only.map(matcher);
  const used = new Set<string>();
  const selected = findings.filter((finding) => {
    const hits = matchers.filter((each) => each.matches(finding));
    for (const hit of hits) used.add(hit.text);
    return hits.length > 0;
  });
  return { selected, unmatched: only.filter((text) => !used.has(text)) };
};
