/** Has a change read, with the tests that may speak about it: what it does to tests, checks and behaviour (7.1). */
import { readingIn } from '../../../config/trust.ts';
import type { FileChange } from '../../../model/attempt.ts';
import type { Finding } from '../../../model/finding.ts';
import type { ChangedFile } from '../../../model/patch.ts';
import type { Remark } from '../../../model/remark.ts';
import { isTestFile } from '../../../trust/test-files.ts';
import { given } from '../../../plain/given.ts';
import type { Engine, Performing } from '../../engine.ts';
import { acceptedUpTo, earlierStates, type Standing } from './earlier-states.ts';

type Versions = { from: string; to: string; changes: readonly FileChange[] };

export const inspectChange = async (
  performing: Pick<Performing, 'engine' | 'state'>,
  versions: Versions,
  findings: readonly Finding[],
): Promise<Remark[]> => {
  const { custody, inspect } = performing.engine;
  const { integrity, reversion } = readingIn(performing.state.config);
  if (!integrity && !reversion) return [];
  const [files, tests] = await Promise.all([changedFiles(custody, versions), testsBeside(custody, versions)]);
  const standing = { commits: acceptedUpTo(performing.state, versions.from), findings: findings.map(({ id }) => id) };
  const earlier = await earlierStates(performing, files, standing);
  return inspect({ files, tests, findings: findings.map(askingOf), earlier });
};

/** What a fix takes back where it was put on top of others that its agent did not know (7.2). */
export const inspectMerged = async (
  performing: Pick<Performing, 'engine' | 'state'>,
  { from, to }: Pick<Versions, 'from' | 'to'>,
  standing: Standing,
): Promise<Remark[]> => {
  const { engine, state } = performing;
  const { files: changes } = await engine.custody.diff(from, to);
  const files = await changedFiles(engine.custody, { from, to, changes });
  const earlier = await earlierStates(performing, files, standing);
  if (earlier.length === 0) return [];
  const findings = standing.findings.flatMap((id) => state.findings.get(id)?.finding ?? []).map(askingOf);
  const remarks = await engine.inspect({ files, tests: [], findings, earlier });
  return remarks.filter(({ gate }) => gate === 'reversion' || gate === 'unreadable');
};

/** Only what a finding can ask for: the rest of it is not needed there. */
const askingOf = ({ title, description, category, suggestion, file, line, endLine, rule }: Finding) => ({
  title,
  description,
  category,
  ...given({ suggestion, file, line, endLine, rule }),
});

/** A file that was renamed is one, with both names. */
const changedFiles = async (custody: Engine['custody'], versions: Versions): Promise<ChangedFile[]> => {
  const renamed = mayRename(versions.changes) ? await custody.renames(versions.from, versions.to) : new Map();
  const gone = new Set<string>(renamed.values());
  return Promise.all(
    versions.changes
      .filter(({ path }) => !gone.has(path))
      .map((change) => changedFile(custody, versions, change, renamed.get(change.path))),
  );
};

const mayRename = (changes: readonly FileChange[]): boolean =>
  changes.some(({ change }) => change === 'deleted') && changes.some(({ change }) => change === 'added');

/** More than that nobody reads: its name has to do. */
const longest = 2_000_000;

const changedFile = async (
  custody: Engine['custody'],
  { from, to }: Versions,
  { path, change }: FileChange,
  was: string | undefined,
): Promise<ChangedFile> => {
  const isNew = change === 'added' && was === undefined;
  const [before, after] = await Promise.all([
    isNew ? null : textAt(custody, from, was ?? path),
    change === 'deleted' ? null : textAt(custody, to, path),
  ]);
  const isOpaque = before?.isOpaque === true || after?.isOpaque === true;
  return {
    path,
    ...given({ was }),
    before: before && (isOpaque ? '' : before.text),
    after: after && (isOpaque ? '' : after.text),
    ...(after?.isLink === true && { isLink: true }),
    ...(isOpaque && { isOpaque }),
  };
};

type FileText = { text: string; isLink?: boolean; isOpaque?: boolean };

const textAt = async (custody: Engine['custody'], revision: string, file: string): Promise<FileText> => {
  const text = await custody.readText(revision, file);
  if (text !== null) return text.length > longest ? { text: '', isOpaque: true } : { text };
  const facts = (await custody.facts(revision, [file])).get(file);
  return facts?.kind === 'link' ? { text: facts.to ?? '', isLink: true } : { text: '', isOpaque: true };
};

const mostTests = 60;
const mostOfTests = 1_000_000;

/** Those that share a name with what was changed first, as far as there is room. */
const testsBeside = async (
  custody: Engine['custody'],
  { to, changes }: Versions,
): Promise<{ path: string; text: string }[]> => {
  const changed = new Set(changes.map(({ path }) => path));
  if ([...changed].every(isTestFile)) return [];
  const stems = [...changed].map(stemOf);
  const isNear = (path: string): boolean => stems.some((stem) => stem.length > 2 && path.toLowerCase().includes(stem));
  const others = (await custody.files(to)).filter((path) => isTestFile(path) && !changed.has(path));
  const chosen = [...others.filter(isNear), ...others.filter((path) => !isNear(path))].slice(0, mostTests);
  const tests: { path: string; text: string }[] = [];
  let room = mostOfTests;
  for (const path of chosen) {
    const text = await custody.readText(to, path);
    if (text === null || text.length > room) continue;
    room -= text.length;
    tests.push({ path, text });
  }
  return tests;
};

const stemOf = (path: string): string => (path.split('/').at(-1) ?? '').replace(/\..*$/, '').toLowerCase();
