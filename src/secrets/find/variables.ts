/** Lines of variables, as in the files that programs read their environment from, and in commands. */
import { anyWordOf } from '../../plain/alternatives.ts';
import { isVariableValue } from './literal.ts';
import type { Named } from './matched.ts';
import type { Span } from './span.ts';

/** Where nothing but a mark of a diff, a list, a comment or a quote stands before a variable. */
const marks = String.raw`[+ -]?[ \t]{0,40}(?:\d{1,6} \| ?)?(?:#[ \t]?|-[ \t]{1,4})?`;
const setters = '(?:export|set|setx|declare -x|ENV|-e|--env)';
const beforeVariable = String.raw`${marks}(?:${setters}[ \t]{1,4})?["'\x60]?[A-Z0-9_]{0,100}$`;
const startsALine = new RegExp(`\n${beforeVariable}`);
const startsAText = new RegExp(`^${beforeVariable}`);
const variableInCommand = /[\s"'](?:-e|--env|--build-arg|export|ENV)[ \t=]{1,4}["'`]?[A-Z0-9_]{0,100}$/;

/** `DB_PASSWORD=…` as in the files that programs read their environment from. */
export const isLineOfVariables = ({ text, called, index }: Named): boolean => {
  if (called !== called.toUpperCase()) return false;
  const start = text.slice(Math.max(0, index - 160), index);
  const isFirst = index <= 160 && startsAText.test(start);
  return isFirst || startsALine.test(start) || variableInCommand.test(start);
};

const untilLineEnds = /(?![$%{<[("'`=])[^\r\n"`<>]{6,2000}/y;
const programs = anyWordOf(String.raw`
  sudo env exec time npm npx pnpm yarn bun deno node tsx? tsc eslint vitest jest python[\d.]* pip[\d.]* pytest uv uvx
  poetry go cargo rustc make cmake gradlew? mvnw? java dotnet php composer ruby rails bundle rake sh bash zsh docker
  podman kubectl helm terraform tofu pulumi ansible aws gcloud az gh glab git curl wget psql mysql redis-cli cat echo
  printf test true false
`);
const afterBlanks = String.raw`#|&&|\|\|?|[;>]|\\?$|[A-Za-z_]\w*=|-|\.{0,2}/|~/|(?:${programs})(?=\s|$)`;
/**
 * What follows an assignment in a command line is no part of the value. Blanks are looked at from the first one only:
 * a line of nothing else would be gone through once for each.
 */
const command = new RegExp(String.raw`(?<![ \t])[ \t]+(?:${afterBlanks}).*$|[;&|](?=\s|$).*$|(?<!\s)\s+$|\\[nrt].*$`);
const closing = /(?<![,}\])])[,}\])]+$/;

/** All of a line, its blanks too, unless a command follows the value. */
export const restOfLine = ({ text }: Named, at: number): Span | null => {
  untilLineEnds.lastIndex = at;
  const line = untilLineEnds.exec(text)?.[0];
  if (line === undefined) return null;
  const quote = text.charAt(at + line.length);
  const word = line.replace(command, '');
  const value = quote === '"' || quote === '`' ? word.replace(closing, '') : word;
  return isVariableValue(value) ? { start: at, end: at + value.length } : null;
};
