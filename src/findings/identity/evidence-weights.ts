/** What each piece of evidence counts, and how much is enough: measured on real histories (decision 11). */

/** How much a line around a finding counts, the nearest first. */
export const nearness: readonly number[] = [1, 0.8, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2, 0.2];

/** A line with at least so many tokens is unlikely to be written twice by chance. */
export const distinctive = 8;

/** Points towards the score that chooses between candidates. */
export const weights = {
  /** The path is the same, or shares folders and the name. */
  path: 20,
  /** The file is where most of the old file went. */
  successor: 10,
  /** The line moved as far as its neighbours. */
  drift: 8,
  title: 10,
  /** The tool that reported it says that it is the same. */
  fingerprint: 40,
  /** The number of the line, where nothing is known of the code. */
  line: 10,
  /** The line reads the same. */
  sameLine: 30,
  /** The code of the finding is alike. */
  code: 25,
  /** The lines before; the same again for those after. */
  context: 15,
  /** The functions and classes around it. */
  scopes: 16,
  /** The line was edited where it stood. */
  editedInPlace: 25,
  /** The word that is pointed at is the same; counts against it where it is another. */
  token: 8,
  /** The same one of several lines that read the same. */
  occurrence: 8,
  /** Of a finding about a whole file: its code, and everything about its place. */
  fileCode: 50,
  filePlaces: 2,
} as const;

/** The least that is believed, if nothing better is there. */
export const enough = {
  /** Neighbours that moved as one make another path the same file. */
  drift: 0.5,
  /** Findings about whole files. */
  file: { code: 0.6 },
  /** A line that reads the same, in the same file. */
  here: { context: 0.2 },
  /** A line that reads the same, in another file. */
  elsewhere: { context: 0.45, eachSide: 0.2 },
  /** A line that was edited; with the same title less of its code, or less around it, will do. */
  edited: {
    here: { context: 0.4, code: 0.5 },
    byToken: { context: 0.7, code: 0.35 },
    byTitle: { context: 0.2, code: 0.7 },
    elsewhere: { context: 0.6, code: 0.5 },
  },
} as const;
