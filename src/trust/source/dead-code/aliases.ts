/** What is complained of, called by another name. */
import type { Asking } from '../../../model/patch.ts';
import type { SourceChange } from '../change.ts';
import { codeLines } from '../code-lines.ts';
import type { Seen } from '../seen.ts';
import { mentions } from '../words.ts';

const named = /\b(\w+)\s*(?::[^=]+)?:?=\s*&?([A-Za-z_$][\w$.]*(?:::\w+)*)\s*;?$/;

const isCalled = (name: string, lines: ReturnType<typeof codeLines>): boolean =>
  lines.some(({ text }) => text.includes(`${name}(`));

const isNamed = (name: string, findings: readonly Asking[]): boolean =>
  mentions(findings, new RegExp(String.raw`\b${/\w+$/.exec(name)?.[0] ?? name}\b`));

export const aliases = ({ path, before, after }: SourceChange, findings: readonly Asking[]): Seen[] =>
  codeLines(after).flatMap(({ text, line }) => {
    const [, alias = '', name = ''] = named.exec(text) ?? [];
    if (name === '' || !isCalled(name, codeLines(before)) || !isCalled(alias, codeLines(after))) return [];
    if (!isNamed(name, findings)) return [];
    return [{ rule: 'hidden-name', path, line, about: `calls \`${name}\` by another name` }];
  });
