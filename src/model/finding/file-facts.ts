/** What is found under a name that a finding gives: in a revision, or in a work tree. */

export type FileFacts =
  | { kind: 'text'; text: string }
  | { kind: 'binary' }
  | { kind: 'folder' }
  | { kind: 'submodule' }
  /** `to`: where it leads. */
  | { kind: 'link'; to?: string }
  /** `inHistory`: whether it was there once; unknown where the history is cut off. */
  | { kind: 'missing'; inHistory: boolean | 'unknown' };

export const textOf = (facts: FileFacts | undefined): string | null => (facts?.kind === 'text' ? facts.text : null);
