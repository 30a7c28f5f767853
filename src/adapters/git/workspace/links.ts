/** Symbolic links that a change makes, or by which what it changes has another name. */
import { posix } from 'node:path';
import type { Control } from '../control/control.ts';
import { readable } from '../door/bytes.ts';
import type { RawChange } from '../result/diff.ts';

const linkMode = '120000';

/** Of a tree with very many of them, these are enough to notice. */
const mostLinks = 1_000;

/** Lines of `ls-tree -r`: the links among them, with the blobs that say where they lead. */
export const linksAmong = (entries: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    entries
      .filter((line) => line.startsWith(linkMode))
      .slice(0, mostLinks)
      .map((line) => {
        const tab = line.indexOf('\t');
        return [line.slice(tab + 1), line.slice(0, tab).split(' ')[2] ?? ''];
      }),
  );

/** From the root of the repository; a link that leads out of it leads to nothing of ours. */
const destination = (path: string, text: string): string | null => {
  const target = posix.normalize(posix.join(posix.dirname(path), text)).replace(/\/$/, '');
  return text.startsWith('/') || target === '..' || target.startsWith('../') ? null : target;
};

const isAt = (path: string, target: string): boolean =>
  target === '.' || path === target || path.startsWith(`${target}/`);

/** Those that are changed themselves, and those that lead to something that is; with where they lead. */
export const linksAround = async (control: Control, raw: readonly RawChange[]): Promise<Record<string, string>> => {
  const gone = new Set(raw.filter(({ newMode }) => newMode !== linkMode).map(({ path }) => path));
  const made = raw
    .filter(({ newMode }) => newMode === linkMode)
    .map(({ path, newId }): [string, string] => [path, newId]);
  const old = Object.entries(control.frozen.links).filter(([path]) => !gone.has(path));
  const changed = new Set(raw.map(({ path }) => path));
  const found: Record<string, string> = {};
  for (const [path, blob] of new Map([...old, ...made])) {
    const target = destination(path, (await control.blob(blob))?.toString('latin1') ?? '/');
    if (target === null) continue;
    if (changed.has(path) || [...changed].some((each) => isAt(each, target))) found[readable(path)] = readable(target);
  }
  return found;
};
