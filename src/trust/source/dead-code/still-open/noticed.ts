/** Problems that new code looks at and says something about, while all goes on as before. */
import type { Asking } from '../../../../model/patch.ts';
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { Side } from '../../change.ts';
import { codeLines, type CodeLine } from '../../code-lines.ts';
import { isWithin } from '../../kept-lines.ts';
import { shell } from '../../shell.ts';
import { mentions } from '../../words.ts';

type Complaint = {
  says: RegExp;
  /** What could make a difference, wherever it stands in the new code. */
  ending: RegExp;
};

const exitCode: Complaint = {
  says: /exit(?:-| )?(?:code|status)|ends? with (?:code )?0\b|errexit|set -e\b/i,
  ending: /\b(?:exit|return|exec|set|trap|false|die|abort|fail)\b|&&|\bshopt\b/,
};

const held: Complaint = {
  says: /travers|inject|overflow|out[- ]of[- ](?:bounds|range)|below (?:zero|nought)|untrusted|validat|CWE-\d/i,
  ending: pattern(
    'i',
    /\b/,
    anyOf(
      /return|throw|raise|yield|continue|break|exit|panic\w*|abort|die|goto|else|elif|await|defer|unless|match|switch/,
      /Err(?=\()/,
      /\w*(?:fail|reject|assert|refuse|deny|forbid|ensure|check|valid|verify|sanitiz|escape|quote|require|guard)\w*/,
    ),
    /\b/,
  ),
};

const quoted = /"(?:[^"\\]|\\.){0,200}"|'[^']{0,200}'/g;

const assigned = /(?<![\w.])([A-Za-z_$]\w*)[\w.[\]]*\s*(?:[-+*/|&]|<<|>>)?=(?![=>])/g;

/** Something that was there gets another value. */
const assignsOld = (added: string, before: string): boolean =>
  [...added.matchAll(assigned)].some(([, name]) => new RegExp(`\\b${name?.replaceAll('$', '\\$')}\\b`).test(before));

export const noticedOnly = (path: string, before: Side, after: Side, findings: readonly Asking[]): CodeLine[] => {
  const isScript = shell.test(path);
  const { says, ending } = isScript ? exitCode : held;
  if (!mentions(findings, says)) return [];
  const fresh = codeLines(after);
  const all = fresh.map(({ text }) => text).join('\n');
  const told = all.replaceAll(quoted, '""');
  if (!codeLines(before).every(({ text }) => isWithin(text, all)) || ending.test(told)) return [];
  if (!isScript && (codeLines(before).length > 0 || !/\bif\b/.test(told) || assignsOld(told, before.state.text)))
    return [];
  return fresh.slice(0, 1);
};
