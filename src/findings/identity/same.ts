/** Keys under which a finding of an earlier list and one of a later are surely the same. */
import type { Ready } from './recognisable.ts';

export const joined = (...parts: readonly (string | number)[]): string => parts.join('\u0000');

/** Nothing is known of the code, and everything else is the same. */
export const inSameWords = ({ kind, file, line, column, title, anchor, fingerprints }: Ready): string | null =>
  anchor === null ? joined(kind, file, line, column, title, ...fingerprints) : null;

/** The same place in a file of which nothing changed. */
export const inSameText = ({ kind, file, line, column, title, anchor }: Ready): string | null =>
  anchor === null ? null : joined(kind, file, anchor.text, line, column, title);

/** The same place in a file that has another name now, and no longer its old one. */
export const inRenamedText =
  (stillThere: ReadonlySet<string>) =>
  ({ kind, file, line, column, title, anchor }: Ready): string | null =>
    anchor === null || stillThere.has(file) ? null : joined(kind, anchor.text, line, column, title);

/** Nothing around it changed. */
export const withSameAnchor = ({ kind, file, title, anchor, written }: Ready): string | null =>
  anchor === null ? null : joined(kind, file, title, written.slice(written.indexOf('.')));
