/**
 * What resuming a run needs and its events may not say: where a path or the configuration holds a secret, they are kept
 * beside the journal as they were written, readable by their owner only.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { localArtifacts } from '../../adapters/artifacts/local.ts';
import type { RunEventOf } from '../../model/event.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { runFolder } from '../folders.ts';

const PrivateStart = z.object({
  root: z.string(),
  record: z.string().optional(),
  replay: z.string().optional(),
  progress: z.string().optional(),
  config: z.unknown(),
});

const file = 'private.json';
type Of = { repo: string; run: string };

const storeOf = (stateDir: string, { repo, run }: Of): ReturnType<typeof localArtifacts> =>
  localArtifacts(join(runFolder(stateDir, repo, run), 'start'), stateDir);

export const keepPrivateStart = async (
  stateDir: string,
  of: Of,
  started: RunEventOf<'run.started'>,
  { clean }: Secrets,
): Promise<void> => {
  const { root, config } = started;
  const { record, replay, progress } = started.request;
  const written = { root, record, replay, progress, config };
  if (clean(written) !== written) await storeOf(stateDir, of).put(file, Buffer.from(JSON.stringify(written)));
};

/** The beginning of a run as it was written. */
export const withPrivateStart = async <T extends RunEventOf<'run.started'>>(
  stateDir: string,
  of: Of,
  started: T,
): Promise<T> => {
  const bytes = await storeOf(stateDir, of).get(file);
  if (bytes === null) return started;
  const kept = PrivateStart.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  if (!kept.success) return started;
  const { root, config, ...paths } = kept.data;
  return { ...started, root, config, request: { ...started.request, ...paths } };
};
