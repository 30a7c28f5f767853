/** Lines that stand behind the end of their function, in languages without a grammar. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Seen } from '../seen.ts';

/** A whole statement that ends what it stands in. */
const ends = anyOf(
  /return\b[^{}]*;/,
  /return(?:\s+\d+)?/,
  /exit(?:\s+\d+|\([^()]*\);)?/,
  /break;?/,
  /continue;?/,
  /throw\b[^{}]*;/,
);
const end = pattern('', /^\s*/, ends, /\s*$/);

/** Of Ruby: a whole line, with no condition behind it and nothing that goes on below. */
const rubyEnd = /^\s*(?:return|raise|exit)\b(?!.*\b(?:if|unless|do|rescue|and|or)\b)[^|&]*[^\s,({[.+|&\\-]\s*$/;

/** What may follow: the end of a block, another case, a label. */
const free = pattern(
  '',
  /^\s*/,
  anyOf(/[})\]]|;;|#|\w+:/, /(?:case|default|when|else|elif|elsif|fi|done|esac|end|rescue|ensure)\b/, /\S*\)\s*$/, /$/),
);

const indentOf = (text: string): string => /^\s*/.exec(text)?.[0] ?? '';

/** The line before, that says something. */
const above = (lines: readonly string[], line: number): string => {
  for (let at = line - 2; at >= 0 && at > line - 12; at -= 1) if (/\S/.test(lines[at] ?? '')) return lines[at] ?? '';
  return '';
};

/** Behind `if (…)` on a line of its own, an end is no end. */
const isConditional = (lines: readonly string[], text: string): boolean => {
  const at = lines.indexOf(text);
  return (
    /^\s*(?:if|else|for|while|unless)\b[^{;]*$/.test(lines[at - 1] ?? '') || /[&|]{2}\s*$/.test(lines[at - 1] ?? '')
  );
};

export const plainEnds = ({ path, after }: SourceChange): Seen[] => {
  if (after === null || after.state.language !== null || /\.(?:kts?|scala|swift|lua|exs?|hs)$/.test(path)) return [];
  const ending = path.endsWith('.rb') ? rubyEnd : end;
  const { lines } = after.state;
  return codeLines(after).flatMap(({ line }): Seen[] => {
    const [text = '', before] = [lines[line - 1], above(lines, line)];
    if (free.test(text) || !ending.test(before) || indentOf(before) !== indentOf(text)) return [];
    if (isConditional(lines, before)) return [];
    return [{ rule: 'unreachable', path, line, about: 'leaves code behind an unconditional end, where it never runs' }];
  });
};
