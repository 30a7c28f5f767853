/** Conditions on a constant that the patch itself sets: one of the two sides never runs. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import type { Seen } from '../seen.ts';
import { codeLines } from '../code-lines.ts';

const set = pattern(
  '',
  anyOf(
    /\b(?:const|static|final|val|let|var)\b[^=]*?\b(\w+)\s*(?::\s*\w+\s*)?=\s*(?:true|false)\b/,
    /^([A-Z][A-Z0-9_]+)\s*(?::\s*\w+\s*)?=\s*(?:True|False)\b/,
  ),
);

/** The name that a line sets for good. */
const flagIn = (text: string): string | undefined => {
  const [, one, other] = /^(?:let|var)\b/.test(text) ? [] : (set.exec(text) ?? []);
  return one ?? other;
};

const askedFor = (name: string): RegExp =>
  new RegExp(String.raw`\b(?:if|while)\b\s*\(?\s*(?:!|not\s+)?${name}\b\s*(?:\)|\{|:|&&|and\b|$)`);

export const constantFlags = ({ path, after }: SourceChange): Seen[] => {
  const lines = codeLines(after);
  return lines.flatMap(({ text, line }) => {
    const name = flagIn(text);
    const asked = name === undefined ? null : askedFor(name);
    if (asked === null || !lines.some((at) => at.line !== line && asked.test(at.text))) return [];
    return [{ rule: 'never-true', path, line, about: `puts code behind the constant \`${name}\`` }];
  });
};
