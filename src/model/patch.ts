/** A patch as it is read: whole files before and after, and what it is for. */
import type { Finding } from './finding.ts';

export type ChangedFile = {
  path: string;
  /** The path that it had before, where that was another. */
  was?: string;
  /** Null: it was not there. */
  before: string | null;
  /** Null: it is not there any more. */
  after: string | null;
  /** It is a symbolic link now; its text is where it leads. */
  isLink?: boolean;
  /** It is not text, or too large to be read: before and after are empty. */
  isOpaque?: boolean;
};

/** What a finding says, as far as it can ask for something. */
export type Asking = Pick<Finding, 'title' | 'description' | 'category'> &
  Partial<Pick<Finding, 'suggestion' | 'file' | 'line' | 'endLine' | 'rule'>>;

/** Whose change it was. `isOwn`: an earlier fix of the very findings that the patch is about. */
export type Contributor =
  | { who: 'fix'; codes: readonly string[]; commit: string; isOwn: boolean }
  | { who: 'user'; what: string };

/** What a changed file was like before somebody changed it. `path`: as the patch names it; null: it was not there. */
export type EarlierState = { path: string; text: string | null; by: Contributor };

export type Patch = {
  files: readonly ChangedFile[];
  findings: readonly Asking[];
  /** Tests that the patch does not change and that may speak about what it does, for inputs that occur in them. */
  tests: readonly { path: string; text: string }[];
  /** What earlier fixes of the run, and the user, began from in these files, newest first. */
  earlier?: readonly EarlierState[];
};
