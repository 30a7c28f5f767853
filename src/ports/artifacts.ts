/** Artifacts: prompts, transcripts, patches, kept with the run for people. */
import type { Clean } from '../model/clean.ts';

export type Artifacts = {
  /**
   * Stores a text, without its secrets, or bytes under a name within the run; writing the same name again replaces it.
   * Returns the name.
   */
  put: (name: string, content: string | Uint8Array) => Promise<string>;
  get: (name: string) => Promise<Uint8Array | null>;
  /** Where a person finds it. */
  locate: (name: string) => string;
};

/** Where they are kept: takes texts only from those who have cleaned them. */
export type ArtifactStore = Omit<Artifacts, 'put'> & {
  put: (name: string, content: Clean<string> | Uint8Array) => Promise<string>;
};
