/** The door to what is kept with a run: texts are cleaned; bytes are patches, which have to fit the files. */
import { localArtifacts } from '../../adapters/artifacts/local.ts';
import type { ArtifactStore, Artifacts } from '../../ports/artifacts.ts';
import type { Secrets } from '../../secrets/secrets.ts';

export const cleanArtifacts = (store: ArtifactStore, { clean, thorough }: Secrets): Artifacts => ({
  ...store,
  put: async (name, content) => store.put(clean(name), typeof content === 'string' ? await thorough(content) : content),
});

/** On this machine. `base`: a folder above it that is known to be ours. */
export const localDoor = (folder: string, base: string, secrets: Secrets): Artifacts =>
  cleanArtifacts(localArtifacts(folder, base), secrets);
