/** Which files a text names: by their path, the end of it, or their base name. */

/** What is longer is somebody's log, and names files that are none of its matter. */
const longestText = 20_000;
/** Of those that take a search through the whole text. */
const mostOddPaths = 200;

/** Whatever may be part of a path stays together. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll('\\', '/')
    .split(/[^\p{L}\p{N}._/@+~-]/u)
    .map(asPath)
    .filter((word) => word !== '');

/** Without what ends a sentence, and without the `./` in front. */
const asPath = (word: string): string => {
  let end = word.length;
  while (end > 0 && (word[end - 1] === '.' || word[end - 1] === '-')) end -= 1;
  return word.slice(word.startsWith('./') ? 2 : 0, end);
};

/** `a/b/c`, `b/c`, `c`; only the last ones of a path with more parts than asked for. */
const endsOf = (path: string, most = Number.POSITIVE_INFINITY): string[] => {
  const ends: string[] = [];
  for (let at = path.length; at >= 0 && ends.length < most;) {
    at = path.lastIndexOf('/', at - 1);
    ends.push(path.slice(at + 1));
    if (at <= 0) break;
  }
  return ends;
};

const depthOf = (path: string): number => path.split('/').length;

const indexByEnds = (files: readonly string[]): Map<string, string[]> => {
  const index = new Map<string, string[]>();
  for (const file of files) {
    for (const end of endsOf(file)) {
      const list = index.get(end);
      if (list) list.push(file);
      else index.set(end, [file]);
    }
  }
  return index;
};

/** Paths with spaces, brackets and the like: their words stand in the text one after the other. */
const indexOddPaths = (files: readonly string[]): { file: string; words: string }[] =>
  files
    .map((file) => ({ file, parts: wordsOf(file) }))
    .filter(({ parts }) => parts.length > 1)
    .slice(0, mostOddPaths)
    .map(({ file, parts }) => ({ file, words: ` ${parts.join(' ')} ` }));

/** Looks at the files once, however many texts are asked about. */
export const namedAmong = (files: readonly string[]): ((text: string) => Set<string>) => {
  const byEnd = indexByEnds(files);
  const paths = new Set(files);
  const deepest = Math.max(1, ...new Set(files.map(depthOf)));
  const oddPaths = indexOddPaths(files);
  /** An absolute path names the file whose whole path is its end. */
  const namedBy = (word: string): string[] => {
    const inside = word.startsWith('/') ? endsOf(word, deepest).filter((end) => paths.has(end)) : [];
    return [...(byEnd.get(word) ?? []), ...inside];
  };
  return (text) => {
    const words = wordsOf(text.slice(0, longestText));
    const joined = ` ${words.join(' ')} `;
    const odd = oddPaths.filter((path) => joined.includes(path.words)).map(({ file }) => file);
    return new Set([...words.flatMap(namedBy), ...odd]);
  };
};
