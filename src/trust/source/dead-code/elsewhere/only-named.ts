/** The problem as it was, moved into a helper or behind a constant. */
import type { Asking } from '../../../../model/patch.ts';
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { SourceChange } from '../../change.ts';
import type { Seen } from '../../seen.ts';
import { mentions } from '../../words.ts';
import { isOnlyNamed } from './named-pieces.ts';

/** Findings that are answered by giving something a name of its own. */
const aboutShape = pattern(
  'i',
  anyOf(
    /extract|duplicat|complex|\blong\b|too large|\bsplit|helper|refactor|readab|cognitive|nest(?:ed|ing)|maintain/,
    /testab|repeat|reus(?:e|ed|able)|inline|too many|\bDRY\b|clean|naming|layer|responsib|coupl|cohes|structur/,
    /magic|constants?\b|literal|S1192|goconst|\bnam(?:ed|ing)\b|hoist|allocat|slow|perform/,
    /each render|every (?:call|render|time)/,
    /style|idiom|prefer|consisten|convention|circular|import|export|scope|shadow|unused|mov(?:e|ed|ing)\b/,
  ),
);

const aboutSecrets = /secret|password|credential|api.?key|\btoken|CWE-(?:259|798|321)|inject/i;

export const onlyNamed = (changes: readonly SourceChange[], findings: readonly Asking[]): Seen[] => {
  const [first] = changes;
  if (first === undefined || (mentions(findings, aboutShape) && !mentions(findings, aboutSecrets))) return [];
  const piece = isOnlyNamed(changes);
  if (piece === null) return [];
  const line = Math.min(...piece.lines);
  const about = `gives what was there the name \`${piece.name}\`, and changes nothing of it`;
  return [{ rule: 'words-only', path: first.path, line, about }];
};
