/** Text of others in a commit message is data: readable, and nothing that git, a forge or its CI would act upon. */

/** Control, bidirectional, invisible and tag characters; line breaks are looked after by the caller. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu;

const closing = /\b(?:clos|fix|resolv|implement|complet|address)\w*\b/i;

/** Keys of other trackers, which only a closing word makes a command. */
const closesKeys = (line: string): string => {
  const word = closing.exec(line);
  if (!word) return line;
  return line.slice(0, word.index) + line.slice(word.index).replaceAll(/\b([A-Z][A-Z0-9_]*)-(\d+)\b/g, '$1 $2');
};

const inLine: readonly [RegExp, string][] = [
  // #1, org/repo#2, AB#3, GH-4, !5
  [/#(?=\d)/g, ' no. '],
  [/\bGH-(?=\d)/gi, 'GH '],
  [/(?<![\w#])!(?=\d)/g, '! '],
  // Smart commits: KEY-1 #close
  [/(?<=^|\s)#(?=[a-z])/gi, '# '],
  // https://forge/org/repo/issues/1
  [/(\/(?:issues|pull|pulls|merge_requests|work_items|commit|browse|epics)\/)(?=\w)/gi, '$1 '],
  [/(?<![\w.+-])@(?=[\w-])/g, '@ '],
  // [skip ci] and its many relatives
  [/\[([^\]\n]*\b(?:skip|no|only|run|force|ci|cd|build|deploy|actions|release)\b[^\]\n]*)\]/gi, '($1)'],
  [/\*{3}(\w+)\*{3}/g, '$1'],
];

const atLineStart: readonly [RegExp, string][] = [
  // Trailers, in every spelling that git reads: a word, blanks, a colon
  [/^(BREAKING[ -]CHANGE|[\w-]+)\s*:\s*/i, '$1 - '],
  [/^\((?=cherry picked from)/i, '(it says: '],
  // What ends a message in a mail, begins a patch, is a comment to an editor, or a quick action of a forge
  [/^-{3,}/, '—'],
  [/^(?=diff )/, 'a '],
  [/^\/(?=\w)/, '/ '],
  [/^#+\s*/, ''],
];

const replaceAll = (text: string, rules: readonly [RegExp, string][]): string =>
  rules.reduce((so, [what, by]) => so.replace(what, by), text);

const defuseLine = (line: string): string =>
  replaceAll(
    closesKeys(replaceAll(line.replaceAll('\t', ' ').replaceAll(invisible, '').trim(), inLine)).trim(),
    atLineStart,
  )
    .replaceAll(/ {2,}/g, ' ')
    .trim();

/** The lines that are left, joined. */
export const defuse = (text: string, lineBreak = ' '): string =>
  text
    .toWellFormed()
    .split(/\r\n|[\n\r\u0085\u2028\u2029\v\f]/)
    .map(defuseLine)
    .filter((line) => line !== '')
    .join(lineBreak);
