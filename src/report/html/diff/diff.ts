/** The change of an attempt on the page: by file, with line numbers, and once for all findings that share it. */
import type { ReportFinding } from '../../../model/finding/reported.ts';
import { count, grouped } from '../../../views/words/amounts.ts';
import { html, type Html, nothing } from '../markup.ts';
import { badge, code, list } from '../pieces.ts';
import { type Seen, sameAs } from '../seen.ts';
import { firstLines, mostLines, mostLinesInAll, shortLine } from './bound.ts';
import { type DiffLine, type FileDiff, readDiff } from './read.ts';

/** The text of a patch, without secrets; null where it is no longer kept. */
export type PatchOf = (name: string) => Promise<string | null>;

type Attempt = ReportFinding['attempts'][number];

/** Signs are text, so that colours are not all that tells; numbers are not, so that they are not copied along. */
const lineOf = (line: DiffLine): Html => {
  const text = shortLine(line.text);
  switch (line.kind) {
    case 'added':
      return html`<ins data-n="${line.after}">+${text}${'\n'}</ins>`;
    case 'removed':
      return html`<del data-o="${line.before}">-${text}${'\n'}</del>`;
    case 'same':
      return html`<span data-o="${line.before}" data-n="${line.after}">${` ${text}\n`}</span>`;
    case 'place':
    case 'note':
      return html`<i class="${line.kind}">${text}${'\n'}</i>`;
    default:
      return line satisfies never;
  }
};

type Files = Attempt['files'];

const changes: Readonly<Record<Files[number]['change'], string>> = {
  added: 'added',
  modified: 'changed',
  deleted: 'deleted',
  'type-changed': 'became another kind',
};

/** What became of a file; one that none of the findings is about is marked. */
const fileLine = ({ path, change, added, removed }: Files[number], { outside = [] }: Attempt): Html =>
  html`${code(path)} ${changes[change]} <b class="plus">+${added ?? '?'}</b>
    <b class="minus">−${removed ?? '?'}</b> ${outside.includes(path) && badge('! outside the findings', 'doubt')}`;

const fileDiff = ({ file, lines }: FileDiff, attempt: Attempt): Html => {
  const change = attempt.files.find(({ path }) => path === file);
  return html`<figure class="diff">
    <figcaption>${change === undefined ? code(file) : fileLine(change, attempt)}</figcaption>
    <pre>${lines.map(lineOf)}</pre>
  </figure>`;
};

const filesOf = (attempt: Attempt): Html => list(attempt.files.map((file) => fileLine(file, attempt)));

const leftOut = (more: number, patch: string): Html =>
  more === 0 ? nothing : html`<p class="cut">${count(more, 'more line')} not shown; all of them: ${code(patch)}</p>`;

const notShown = (why: string, patch: string, attempt: Attempt): Html =>
  html`${filesOf(attempt)}
    <p class="cut">${why} ${code(patch)}</p>`;

const tooMuch = `This page already shows ${grouped(mostLinesInAll)} lines of changes. This one:`;

export type Diffs = (attempt: Attempt, anchor: string) => Promise<Html>;

/** `seen`: what is on the page already. */
export const createDiffs = (patchOf: PatchOf, seen: Seen): Diffs => {
  let room = mostLinesInAll;
  const body = async (patch: string, attempt: Attempt): Promise<Html> => {
    if (room <= 0) return notShown(tooMuch, patch, attempt);
    const text = await patchOf(patch);
    if (text === null) return notShown('The patch is no longer kept:', patch, attempt);
    const { shown, lines, more } = firstLines(text, Math.min(mostLines, room));
    room -= lines;
    return html`${readDiff(shown).map((file) => fileDiff(file, attempt))}${leftOut(more, patch)}`;
  };
  return async (attempt, anchor) => {
    const { patch, files } = attempt;
    if (patch === undefined) return files.length === 0 ? html`<p>Changed nothing.</p>` : filesOf(attempt);
    const earlier = seen(`patch ${patch}`, anchor);
    return earlier === undefined ? body(patch, attempt) : html`${filesOf(attempt)}${sameAs('change', earlier)}`;
  };
};
