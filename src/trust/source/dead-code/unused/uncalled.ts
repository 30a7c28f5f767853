/** Patches that only bring functions which nobody calls, and leave what was complained of as it was. */
import { pattern, anyOf } from '../../../../plain/pattern.ts';
import type { ReadPatch } from '../../../read-patch.ts';
import { isAbout } from '../../../asked.ts';
import type { SourceChange } from '../../change.ts';
import { codeLines } from '../../code-lines.ts';
import { type FunctionAt, pairFunctions } from '../../functions.ts';
import type { Seen } from '../../seen.ts';
import { mentions } from '../../words.ts';

/** Names that somebody else calls: what starts a program, and what frameworks look for. */
const entries = pattern(
  '',
  /^/,
  anyOf(
    /main|init|handler|setup|teardown|default|register|activate|deactivate|middleware|loader|action|configure\w*/,
    /GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|pytest_\w+|__\w+__|on[A-Z]\w*|get[A-Z]\w*Props|generate[A-Z]\w*/,
  ),
  /$/,
);

/** Findings that something new may answer. */
const wantsMore = pattern(
  'i',
  /\b/,
  anyOf(
    /missing|lacks?|add|adds|adding|export\w*|provide\w*|expose\w*|implement\w*/,
    /no way|helper|undefined|not defined|unresolved|cannot find/,
  ),
  /\b/,
);

const isFree = ({ unit, name }: FunctionAt): boolean =>
  unit.outer === null &&
  unit.node.kind !== 'method_declaration' &&
  unit.node.parent?.kind !== 'decorated_definition' &&
  !/[.[\]]/.test(name) &&
  !entries.test(name);

const saidIn = (text: string, name: string): number =>
  text.split(new RegExp(String.raw`(?<![\w$])${name.replaceAll('$', String.raw`\$`)}(?![\w$])`)).length - 1;

const isWithinOne = (line: number, added: readonly FunctionAt[], path: string): boolean =>
  added.some((each) => each.path === path && line >= each.unit.node.line && line <= each.unit.node.endLine);

/** Nothing but its own text and that of the other new ones speaks of it. */
const isUncalled = ({ name }: FunctionAt, own: string, whole: string): boolean =>
  saidIn(whole, name) === saidIn(own, name);

const isOnlyNew = ({ path, before, after }: SourceChange, added: readonly FunctionAt[]): boolean =>
  before !== null &&
  codeLines(before).length === 0 &&
  codeLines(after).every(
    ({ line, text }) => isWithinOne(line, added, path) || /^(?:import|from|use|#include)\b|^["(){}]/.test(text),
  );

export const uncalled = (changes: readonly SourceChange[], { findings, files, tests }: ReadPatch): Seen[] => {
  const { added, lost } = pairFunctions(changes);
  const [first] = added;
  if (first === undefined || lost.length > 0 || !added.every(isFree) || mentions(findings, wantsMore)) return [];
  if (!changes.some(({ path }) => isAbout(findings, path)) || !changes.every((change) => isOnlyNew(change, added)))
    return [];
  if (added.some(({ name }) => mentions(findings, new RegExp(String.raw`\b${name}\b`)))) return [];
  const own = added.map(({ unit }) => unit.node.text).join('\n');
  const whole = [...files.map(({ after }) => after?.text ?? ''), ...tests.map(({ text }) => text)]
    .join('\n')
    .replaceAll(/^\s*(?:\/\/|#|\*|\/\*).*$/gm, '');
  if (!added.every((each) => isUncalled(each, own, whole))) return [];
  const about = `brings \`${first.name}\`, which nothing calls, and leaves the rest as it was`;
  return [{ rule: 'only-touched', path: first.path, line: first.unit.node.line, about }];
};
