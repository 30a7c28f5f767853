/** Whether a lock file installs something else under a name that stays. */
import type { ReadFile } from '../read-patch.ts';
import { addedLines } from '../text/added-lines.ts';
import type { DependencyRemark } from './judge-dependencies.ts';
import { isLower } from './versions.ts';

const address = /\b(?:git\+)?(?:https?|ssh|git):\/\/([^/\s"'@]+@)?([\w.-]+)/g;
const hash = /integrity|checksum|\bhash|sha(?:1|256|384|512)[-:]|\bh1:|resolved|tarball/i;
const elsewhere = /"?(?:resolved|source|url|tarball|repository)"?\s*[:=]?\s*"?(?:git\+|file:|link:|git:|ssh:)/i;

const hostsIn = (text: string): Set<string> => new Set([...text.matchAll(address)].map(([, , host = '']) => host));

type Block = { name: string; version: string; isOnlyHash: boolean };

const nameIn = /^\s*(?:name\s*=\s*)?"?(@?[\w.-]+(?:\/[\w.-]+)*(?:@npm)?)/;
const versionIn = /^\s*"?version"?\s*[:=]?\s*"?v?(\d[\w.+-]*)/m;

/** `from`: how many lines stand before its own. */
const blockOf = (own: readonly string[], from: number, fresh: ReadonlySet<number>): Block => {
  const changed = own.filter((_, index) => fresh.has(from + index + 1));
  const head = own.find((line) => !/^\s*(?:#|\[\[|$)/.test(line)) ?? '';
  return {
    name: nameIn.exec(head)?.[1]?.replace(/(?<=.)@.*$/, '') ?? head.trim(),
    version: versionIn.exec(own.join('\n'))?.[1] ?? '',
    isOnlyHash: changed.length > 0 && changed.every((line) => hash.test(line)),
  };
};

const blocksOf = (lines: readonly string[], fresh: ReadonlySet<number>): Block[] => {
  const blocks: Block[] = [];
  let from = 0;
  for (let at = 0; at <= lines.length; at += 1) {
    if (at < lines.length && !/^\s*(?:\}|$)/.test(lines[at] ?? '')) continue;
    blocks.push(blockOf(lines.slice(from, at), from, fresh));
    from = at + 1;
  }
  return blocks;
};

const remark = (rule: string, says: string): DependencyRemark => ({ rule, says, about: '' });

const sameVersion = (before: readonly Block[], after: readonly Block[]): DependencyRemark[] => {
  const known = new Map(before.map(({ name, version }) => [name, version]));
  return after
    .filter(({ name, version, isOnlyHash }) => isOnlyHash && version !== '' && known.get(name) === version)
    .map(({ name }) => remark('dependency-swapped', `${name.slice(0, 80)} is of the same version, and something else`));
};

const single = (blocks: readonly Block[]): Map<string, string> => {
  const byName = Map.groupBy(blocks, ({ name }) => name);
  return new Map([...byName].flatMap(([name, all]) => (all.length === 1 && all[0] ? [[name, all[0].version]] : [])));
};

const downgraded = (before: readonly Block[], after: readonly Block[]): DependencyRemark[] => {
  const [old, now] = [single(before), single(after)];
  return [...now]
    .filter(([name, version]) => isLower(version, old.get(name) ?? ''))
    .map(([name, version]) => ({
      rule: 'dependency-downgraded',
      says: `${name.slice(0, 80)} goes back from ${old.get(name)} to ${version}`,
      about: name,
    }));
};

/** Sums of Go: one line for each module and version. */
const sums = (lines: readonly string[]): Map<string, string> =>
  new Map(
    lines
      .map((line) => line.trim().split(' '))
      .flatMap(([name, version, sum]) => (sum ? [[`${name} ${version}`, sum]] : [])),
  );

const otherSums = (before: readonly string[], after: readonly string[]): DependencyRemark[] => {
  const [old, now] = [sums(before), sums(after)];
  return [...now]
    .filter(([name, sum]) => old.has(name) && old.get(name) !== sum)
    .map(([name]) => remark('dependency-swapped', `${name.slice(0, 80)} has another checksum`));
};

/** What comes from a host that nothing came from before, or from no registry at all. */
const otherSources = (lines: readonly string[], hosts: ReadonlySet<string>): DependencyRemark[] => {
  const strange = [...hostsIn(lines.join('\n'))].find((host) => hosts.size > 0 && !hosts.has(host));
  return [
    ...(strange === undefined ? [] : [remark('dependency-swapped', `something comes from ${strange} now`)]),
    ...(lines.some((line) => elsewhere.test(line))
      ? [remark('dependency-swapped', 'something comes from outside the registry now')]
      : []),
  ];
};

export const judgeLock = (file: ReadFile): DependencyRemark[] => {
  const { before, after, path } = file;
  if (before === null || after === null) return [];
  if (path.endsWith('.sum')) return otherSums(before.lines, after.lines);
  const fresh = addedLines(file);
  const lines = fresh.map((number) => after.lines[number - 1] ?? '');
  const [old, now] = [blocksOf(before.lines, new Set()), blocksOf(after.lines, new Set(fresh))];
  return [...otherSources(lines, hostsIn(before.text)), ...sameVersion(old, now), ...downgraded(old, now)];
};
