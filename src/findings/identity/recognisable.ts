/** What a finding is recognised by, made ready for comparing. */
import type { Finding } from '../../model/finding.ts';
import { compareText } from '../compare-text.ts';
import type { Anchor } from './anchor.ts';
import { readAnchor } from './read-anchor.ts';

export type Recognisable = Pick<Finding, 'category' | 'title'> &
  Partial<Pick<Finding, 'rule' | 'file' | 'line' | 'endLine' | 'column' | 'anchor' | 'fingerprints' | 'reviewer'>>;

/** Under these keys our own SARIF carries the id and the anchor. */
export const idKey = 'fixpointId/v1';
export const anchorKey = 'fixpointAnchor/v1';

export type Ready = {
  /** Where it stands in the list that was given. */
  index: number;
  /** Only findings of one kind can be the same one. */
  kind: string;
  file: string;
  /** The file's path in its parts. */
  path: readonly string[];
  line: number;
  column: number;
  title: string;
  anchor: Anchor | null;
  /** The anchor as it is written. */
  written: string;
  fingerprints: readonly string[];
};

const fingerprintsOf = ({ fingerprints = {} }: Recognisable): string[] =>
  Object.entries(fingerprints).flatMap(([key, value]) =>
    key === anchorKey || value === '' ? [] : [`${key}\u0000${value}`],
  );

/** An order that does not depend on the order in which findings were given. */
const byPlace = (a: Ready, b: Ready): number =>
  compareText(a.file, b.file) ||
  a.line - b.line ||
  a.column - b.column ||
  compareText(a.kind, b.kind) ||
  compareText(a.title, b.title) ||
  compareText(a.written, b.written) ||
  compareText(a.fingerprints.join(), b.fingerprints.join());

const toReady = (finding: Recognisable, index: number): Ready => {
  const written = finding.anchor ?? finding.fingerprints?.[anchorKey] ?? '';
  const anchor = readAnchor(written);
  return {
    index,
    kind: finding.rule === undefined ? `c ${finding.category}` : `r ${finding.rule}`,
    file: finding.file ?? '',
    path: (finding.file ?? '').split('/'),
    line: finding.line ?? 0,
    column: finding.column ?? 0,
    title: finding.title,
    anchor,
    written: anchor === null ? '' : written,
    fingerprints: fingerprintsOf(finding),
  };
};

export const readyInOrder = (findings: readonly Recognisable[]): Ready[] => findings.map(toReady).sort(byPlace);
