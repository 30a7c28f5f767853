/**
 * Paths that a fix may not change: those behind a git filter, and those that decide how it is judged (7.3). By names
 * alone: whatever is changed in them, by whatever name they can be reached.
 */
import picomatch from 'picomatch';
import type { Config } from '../../config/schema.ts';
import type { Finding } from '../../model/finding.ts';
import { openPaths } from '../../model/gates/gate-rules.ts';
import type { Snapshot } from '../../model/run/snapshot.ts';
import { everybody, gate, nobody } from './gate.ts';
import { type Protection, protectionOf } from './protected/kinds.ts';
import { changedNames, comparable } from './protected/names.ts';
import { namedByVerification } from './protected/verification.ts';

type Closed = Protection & { path: string };

const checked: Protection = { needs: 'either', what: 'verification set-up' };

/** The strictest that any of its names has. */
const protectionBy = (names: readonly string[], special: (name: string) => Protection | null): Protection | null => {
  const found = names.map(comparable).flatMap((name) => [protectionOf(name), special(name)]);
  return found.find((each) => each?.needs === 'both') ?? found.find((each) => each !== null) ?? null;
};

const configured: Protection = { needs: 'both', what: 'a path of gates.protectedPaths' };

/** What the configuration protects: by globs, and since verification uses it. */
const specialIn = (config: Config): ((name: string) => Protection | null) => {
  const globs = config.gates?.protectedPaths || [];
  const isConfigured = globs.length === 0 ? () => false : picomatch([...globs], { dot: true, nocase: true });
  const named = namedByVerification(config);
  return (name) => {
    if (isConfigured(name)) return configured;
    return named.has(name) ? checked : null;
  };
};

const isOpen = ({ needs }: Protection, isPermitted: boolean, liesThere: boolean): boolean =>
  needs === 'both' ? isPermitted && liesThere : isPermitted || liesThere;

/** Runs of versions that knew no gates say nothing about them. */
const allowedBy = (config: Partial<Pick<Config, 'gates'>>): readonly string[] => openPaths(config.gates?.allow ?? []);

const closedPaths = (change: Snapshot, config: Config, findings: readonly Finding[]): Closed[] => {
  if (config.gates?.protectedPaths === false) return [];
  const globs = allowedBy(config);
  const isPermitted = globs.length === 0 ? () => false : picomatch([...globs], { dot: true });
  const special = specialIn(config);
  return changedNames(change).flatMap(({ path, names }) => {
    const protection = protectionBy(names, special);
    const liesThere = findings.some(
      ({ file }) => file !== undefined && (file === path || file === change.renamed?.[path]),
    );
    return protection === null || isOpen(protection, isPermitted(path), liesThere) ? [] : [{ ...protection, path }];
  });
};

const wayOut = ({ needs, path }: Closed): string =>
  needs === 'both'
    ? `only a finding in that very file may change it, and gates.allow has to permit it: "path:${path}"`
    : `a finding in that very file may change it, or gates.allow permits it: "path:${path}"`;

export const protectedPaths = gate({
  name: 'protected',
  about: 'fixes',
  needs: ['change'],
  retry: { when: 'next cycle', from: 'head' },
  judge: ({ change }, subject) => {
    const filtered = change?.protected ?? [];
    if (filtered.length > 0)
      return everybody(subject, {
        result: 'refused',
        reason: `changes ${filtered.join(', ')}, which git keeps behind a filter`,
      });
    const closed = change === null ? [] : closedPaths(change, subject.config, subject.findings);
    const [first] = closed;
    if (first === undefined) return nobody;
    const all = closed.map(({ path, what }) => `${path} (${what})`).join(', ');
    return everybody(subject, { result: 'refused', reason: `changes ${all}: ${wayOut(first)}` });
  },
});
