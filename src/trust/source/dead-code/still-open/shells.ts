/** Texts that go into a command or a query as before: other quotes around them, or another shell that reads them. */
import type { Asking } from '../../../../model/patch.ts';
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { CodeLine } from '../../code-lines.ts';
import { shell as shellFiles } from '../../shell.ts';
import { mentions, wants } from '../../words.ts';

type Told = CodeLine & { about: string };

const harm = /inject|\bshell\b|command|unquoted|S60\d|SC2086/i;

/** A shell that a fix brings: none of them mends that a text is read as a command. */
const brought = pattern(
  '',
  anyOf(/\bshell\s*[=:]\s*[tT]rue\b/, /["'](?:\/(?:usr\/)?bin\/)?(?:ba|da|z)?sh["']\s*,\s*[[({]?\s*["']-c["']/),
);

const evaluated = /^eval\s+.*\$/;

const putIn = /\$\{|#\{|\{\w*\}|%[sv]|["'`]\s*\+|\+\s*["'`]|\$\w/;

const unquoted = (text: string): string => text.replaceAll(/\\?["'`]/g, '').replaceAll(/\s+/g, '');

/** The same line, with a text in other quotes. */
const quotedOnly = (old: readonly CodeLine[], fresh: readonly CodeLine[]): CodeLine | undefined => {
  const were = new Set(old.filter(({ text }) => putIn.test(text)).map(({ text }) => unquoted(text)));
  return fresh.find(({ text }) => putIn.test(text) && were.has(unquoted(text)));
};

export const shellsLeft = (
  path: string,
  old: readonly CodeLine[],
  fresh: readonly CodeLine[],
  findings: readonly Asking[],
): Told[] => {
  if (!mentions(findings, harm)) return [];
  const isScript = shellFiles.test(path);
  const shape = isScript ? evaluated : brought;
  const isNew = !old.some(({ text }) => shape.test(text)) && !wants(findings, shape);
  const found = isNew ? fresh.find(({ text }) => shape.test(text)) : undefined;
  if (found !== undefined) return [{ ...found, about: 'lets a shell read the text as a command' }];
  const quoted = isScript ? undefined : quotedOnly(old, fresh);
  return quoted === undefined ? [] : [{ ...quoted, about: 'puts other quotes around a text that can hold quotes' }];
};
