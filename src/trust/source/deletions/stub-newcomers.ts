/** Functions that a finding misses, and that come with nothing in them. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { type FunctionAt, isStub, statementsOf } from '../functions.ts';
import { textOf } from '../facts.ts';
import type { Seen } from '../seen.ts';
import { mentions } from '../words.ts';

const missed = pattern(
  'i',
  /\b/,
  anyOf(
    /missing|implement\w*|abstract|unimplemented|lacks?|has no|not defined|required|stub/,
    /does not (?:have|define|provide)/,
  ),
  /\b/,
);

/** What stands for nothing in particular; a text or a number may well be what is asked for. */
const nothing =
  /^(?:(?:return|Ok|Promise\.resolve)\b[\s(]*)?(?:nil|null|None|undefined|true|false|True|False|\(\)|pass)?[\s);]*$/;

const doesNothing = ({ body }: FunctionAt): boolean => {
  if (body === null || !isStub(body)) return false;
  const [only] = statementsOf(body);
  return only === undefined || (only.end - only.start < 80 && nothing.test(textOf(only)));
};

const ownName = ({ name }: FunctionAt): string => name.slice(name.lastIndexOf('.') + 1).replaceAll(/\W/g, '');

export const stubNewcomers = (added: readonly FunctionAt[], findings: readonly Asking[]): Seen[] =>
  !mentions(findings, missed)
    ? []
    : added
        .filter((at) => doesNothing(at) && mentions(findings, new RegExp(String.raw`\b${ownName(at)}\b`)))
        .map(({ path, name, unit }) => ({
          rule: 'function-emptied',
          path,
          line: unit.node.line,
          about: `adds \`${name}\`, which does nothing`,
        }));
