/** What is in a folder, down to the last byte: to show that nobody changed it. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Also shows that something was made there and removed again: folders have a time of change. */
export const timesOf = (folder: string): string[] =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map((name) => {
    const { mtimeNs } = lstatSync(`${folder}/${name}`, { bigint: true });
    return `${name} ${mtimeNs}`;
  });

/** Path, kind, mode and content of everything below a folder; names that are not UTF-8 included. */
export const manifestOf = (folder: string, ignore: (path: string) => boolean = () => false): string[] => {
  const lines: string[] = [];
  visit(Buffer.from(folder), '', ignore, lines);
  return lines.toSorted();
};

const visit = (folder: Buffer, prefix: string, ignore: (path: string) => boolean, lines: string[]): void => {
  for (const name of readdirSync(folder, { encoding: 'buffer' })) {
    const path = Buffer.concat([folder, Buffer.from('/'), name]);
    const shown = `${prefix}${name.toString('latin1')}`;
    if (ignore(shown)) continue;
    const stat = lstatSync(path);
    lines.push(`${shown} ${(stat.mode & 0o177777).toString(8)} ${contentOf(path, stat)}`);
    if (stat.isDirectory()) visit(path, `${shown}/`, ignore, lines);
  }
};

const contentOf = (path: Buffer, stat: ReturnType<typeof lstatSync>): string => {
  if (stat?.isSymbolicLink()) return `-> ${readlinkSync(path)}`;
  return stat?.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
};
