/** What a gate over code saw in a patch. */

export type Seen = {
  rule: string;
  path: string;
  line: number;
  /** What the patch does, after “the patch”. */
  about: string;
  /** The line is one of the file as it was. */
  before?: boolean;
};
