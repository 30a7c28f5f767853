/** What decides a run's commits and is in no clone: frozen facts, configuration, patterns. Kept with the artifacts. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { RepoError, type RunOrigin } from '../../../../ports/repo.ts';
import { Frozen } from '../frozen.ts';
import { readIfThere } from '../../user/user-config.ts';
import type { RunPaths } from '../paths.ts';

const Portable = z.object({ frozen: Frozen, config: z.string(), info: z.record(z.string(), z.string()) });
export type Portable = z.infer<typeof Portable>;

const infoFiles = ['exclude', 'attributes', 'global-exclude', 'global-attributes'] as const;

/** Settings that name a file of the control repository, and so a place on one machine. */
const ofOnePlace = /^\[core\]\n\t(?:excludesfile|attributesfile) = .*\n/gm;

export const originOf = (paths: RunPaths): RunOrigin => {
  const frozen = Frozen.parse(JSON.parse(readFileSync(paths.frozen, 'utf8')));
  const portable: Portable = {
    frozen,
    config: readFileSync(`${paths.control}/config`, 'latin1').replaceAll(ofOnePlace, ''),
    info: Object.fromEntries(infoFiles.map((name) => [name, readIfThere(`${paths.control}/info/${name}`)])),
  };
  const facts = Buffer.from(JSON.stringify(portable));
  const digest = createHash('sha256').update(facts).digest('hex');
  return { commit: frozen.head, remote: frozen.remote, facts, digest };
};

export const readPortable = (facts: Uint8Array): Portable => {
  const portable = Portable.safeParse(JSON.parse(Buffer.from(facts).toString()));
  if (portable.success) return portable.data;
  throw new RepoError(
    'What was kept of the run was written by another version of Fixpoint. ' +
      'Use that version for this run, or start a new one.',
  );
};
