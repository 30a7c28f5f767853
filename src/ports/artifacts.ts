/** Artifacts: prompts, transcripts, patches, kept with the run for people. */

export type Artifacts = {
  /** Stores a text or bytes under a name within the run; writing the same name again replaces it. Returns the name. */
  put: (name: string, content: string | Uint8Array) => Promise<string>;
  get: (name: string) => Promise<Uint8Array | null>;
  /** Where a person finds it. */
  locate: (name: string) => string;
};
