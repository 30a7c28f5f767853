/** Answers that are kept and given again, whatever is asked. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Seen } from '../seen.ts';
import { mentions } from '../words.ts';

const aboutKeeping = pattern(
  'i',
  /\b/,
  anyOf(
    /cach\w*|memo\w*|once|lazy|lazily|singleton|slow\w*|perform\w*|each|every|again|repeated\w*/,
    /expensive|init\w*|reus\w+/,
  ),
  /\b/,
);

const outer = /^(?:let|var|static|global|[A-Za-z_]\w*\s*(?::[^=]+)?=)|^\s+(?:private\s+)?static\b/;

const asked = /\bif\b[^\n]*?\b(\w+)\b[^\n]*?(?:\n[^\n]*?)?\breturn\s+\1\b\s*(?:;|$|\n|\})/g;

/** The line that begins the function around another one has something between its parentheses. */
const takesSomething = (lines: readonly string[], line: number): boolean => {
  const heads = lines.slice(Math.max(0, line - 12), line).filter((text) => /\([^()]*\)[^;]*(?:\{|:|=>)\s*$/.test(text));
  const head = heads.findLast((text) => !/^\s*(?:if|for|while|switch|else|\}|try|catch)\b/.test(text)) ?? '';
  return /\(\s*(?!(?:self|this|cls)?\s*\))[^()]+\)/.test(head);
};

/** It was not there before, and is set outside of all that is given in. */
const isKept = (name: string, { before, after }: SourceChange): boolean => {
  const word = new RegExp(String.raw`\b${name}\b`);
  if (word.test(before?.state.text ?? '')) return false;
  const lines = (after?.state.lines ?? []).filter((text) => word.test(text));
  return (
    lines.some((text) => outer.test(text)) &&
    lines.some((text) => new RegExp(String.raw`^\s+(?:this\.)?${name}\s*=(?!=)`).test(text))
  );
};

/** Where a name is asked for and given back at once. */
const askedIn = (lines: ReturnType<typeof codeLines>): { name: string; line: number }[] => {
  const all = lines.map(({ text }) => text.slice(0, 160)).join('\n');
  return [...all.slice(0, 100_000).matchAll(asked)].map(({ 1: name = '', index }) => ({
    name,
    line: lines[all.slice(0, index).split('\n').length - 1]?.line ?? 1,
  }));
};

export const oneAnswer = (change: SourceChange, findings: readonly Asking[]): Seen[] => {
  const { path, before, after } = change;
  if (before === null || after === null || mentions(findings, aboutKeeping)) return [];
  return askedIn(codeLines(after))
    .filter(({ name, line }) => isKept(name, change) && takesSomething(after.state.lines, line))
    .map(({ name, line }) => ({
      rule: 'results-listed',
      path,
      line,
      about: `gives \`${name}\` again, whatever it is asked for`,
    }));
};
