/** Equality that does not compare, and assertions that do not assert. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Asking } from '../../../model/patch.ts';
import type { Remark } from '../../../model/remark.ts';
import { isCode } from '../../code-files.ts';
import type { FileState, ReadFile } from '../../read-patch.ts';
import { isTestFile } from '../../test-files.ts';
import { withoutComments } from '../text/comments.ts';
import { closing } from '../text/scan.ts';
import { canonical } from '../text/tokens.ts';
import { remark } from './judge.ts';

const heads = pattern(
  'g',
  anyOf(
    /\bdef\s+(?:__eq__|__ne__|==|eql\?|<=>|__contains__)\s*\(?[^\n]*/,
    pattern(
      '',
      /\b/,
      anyOf(/boolean|bool|int|Boolean/, /override\s+fun/, /public\s+override\s+bool/),
      /\s+(?:equals|Equals|compareTo|CompareTo)\s*\([^)\n]*\)[^\n{;=]*?(?=[{=\n])/,
    ),
    /\bfn\s+(?:eq|cmp|partial_cmp|ne)\s*\(\s*&self[^)\n]*\)[^\n{]*(?=\{)/,
    /\bfunc\s*\([^)\n]*\)\s*(?:Equal|Is|Matches|Compare)\s*\([^)\n]*\)\s*(?:bool|int)\s*(?=\{)/,
    pattern(
      '',
      /\b(?:equals|isEqual|asymmetricMatch|compareTo)\s*/,
      anyOf(/\([^)\n]*\)\s*(?::\s*[\w ]+)?\s*(?=\{)/, /[:=]\s*\([^)\n]*\)\s*(?::\s*\w+)?\s*=>/),
    ),
    /\boperator\s*==\s*\([^)\n]*\)[^\n{;]*(?=[{=])/,
    /\bcmp\.Comparer\s*\(\s*func\s*\([^)\n]*\)\s*bool\s*(?=\{)/,
  ),
);

type Equality = { head: string; body: string; line: number };

const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;

/** What follows a head: in brackets, indented, or the rest of the line. */
const bodyAfter = (text: string, end: number, lineIndent: number): string => {
  const rest = text.slice(end, end + 4_000);
  const open = /^\s*\{/.exec(rest);
  if (open !== null) return rest.slice(open[0].length, closing(rest, open[0].length - 1));
  const [first = '', ...more] = rest.split('\n');
  const count = more.findIndex((line) => line.trim() !== '' && indentOf(line) <= lineIndent);
  return [first, ...more.slice(0, count === -1 ? more.length : count)].join('\n');
};

const equalitiesIn = ({ text, path }: FileState): Equality[] => {
  const code = withoutComments(text.slice(0, 300_000), path);
  return [...code.matchAll(heads)].slice(0, 200).map((found) => {
    const lineStart = code.lastIndexOf('\n', found.index) + 1;
    return {
      head: found[0],
      body: bodyAfter(code, found.index + found[0].length, indentOf(code.slice(lineStart))),
      line: code.slice(0, found.index).split('\n').length,
    };
  });
};

const fixed = pattern(
  'g',
  /\b/,
  anyOf(
    /std|mem|Objects|Object|Integer|Long|Double|Math|super|this|self|Arrays|String|Number|reflect/,
    /typing|core|Self|cmp/,
  ),
  /\s*(?:\.|::)/,
);
const other = pattern(
  '',
  anyOf(
    /(?:^|[^\w.])(?!this\b|self\b)[a-z_]\w*\s*(?:\??\.|->|\[)\s*\w/,
    /==\s*\*?\(?(?:other|o|that|obj|rhs|another|target|b|y)\b/,
    /\b(?:other|o|that|obj|rhs|target|b|y)\s*[=!]=/,
    /discriminant/,
    /matches!/,
    /super\(\)/,
    /\bNotImplemented\b(?=[\s\S]*\.)/,
    /\(\s*[a-z]\w*\s*,\s*[a-z]\w*\s*\)\s*$/,
  ),
);

/** It looks at nothing of the other side. */
const isBlind = ({ body }: Equality): boolean => {
  const plain = body
    .replaceAll(/\bisinstance\([^()]*\)|\binstanceof\s+\w+/g, 'is_type')
    .replaceAll(fixed, (name) => (/\b(?:this|self)/.test(name) ? 'self_' : 'fixed_'));
  return body.trim() !== '' && !other.test(plain) && /\breturn\b|=>|^\s*(?:true|True)\b|==|^\s*\w|^\s*=/.test(plain);
};

const shadows = pattern(
  'gm',
  anyOf(
    /\bmacro_rules!\s*(?:debug_)?assert(?:_eq|_ne)?\b/,
    /\bmacro_rules!\s*panic\b/,
    /^\s*#\s*define\s+assert\b/,
    /^(?:type|func)\s+(?:assert|require)\b|^var\s+(?:assert|require)\b(?!\s*=\s*(?:\w+\.)*require\b)/,
    /\b(?:void|boolean)\s+assert(?:Equals|True|False|That|NotNull|Null|Throws|Same|ArrayEquals)\s*\(/,
    /\bfunction\s+(?:expect|assert)\s*\(|\b(?:const|let|var)\s+(?:expect|assert)\s*=\s*(?:async\b|function\b|\(|\{)/,
    /^impl(?:<[^>]{0,80}>)?\s+PartialEq\s+for\s+\w+/,
    /\[\s*Symbol\.toPrimitive\s*\]\s*(?:\(|:|=(?!=))|\bexpect\.addEqualityTesters\b/,
    /\b(?:chai|expect)\.extend\(\s*\{[^}]{0,200}\b(?:toBe|toEqual|toStrictEqual|equal)\b/,
    /\bAssert(?:ion)?\.prototype\.\w+\s*=/,
    /\bassert\.(?:equal|deepEqual|strictEqual|deepStrictEqual|ok)\s*=(?!=)/,
    /\bpass:\s*true\b(?![^\n]*\?)/,
    /\bunittest\.TestCase\.assert\w+\s*=/,
    /\bexpect\.prototype\b/,
    /\bglobal(?:This)?\.(?:expect|assert|it|test)\s*=/,
  ),
);

const shadowsIn = ({ text, path }: FileState): string[] =>
  withoutComments(text.slice(0, 300_000), path).match(shadows) ?? [];

const about = /\bequal|compar|toPrimitive|coerc|matcher|__eq__|hashCode|PartialEq/i;

const isAskedFor = (findings: readonly Asking[], path: string): boolean =>
  findings.some(
    ({ file, title, description, suggestion = '' }) =>
      file === path && about.test(`${title}\n${description}\n${suggestion}`),
  );

const rule = {
  rule: 'equality-overloaded',
  accepted: 'an equality that looks at both sides; assertions as their library has them',
};

const isFixed = ({ body }: Equality): boolean => /^\W*(?:return\s+)?(?:true|True|0)\W*$/.test(body);

/** A comparison that does not look at the other side, and did not stand there before. */
const blindRemark = (file: ReadFile, after: FileState, isAsked: boolean): Remark[] => {
  const known = new Set(file.before === null ? [] : equalitiesIn(file.before).map(({ body }) => canonical(body)));
  const blind = equalitiesIn(after).find(
    (each) => (isFixed(each) || (!isAsked && isBlind(each))) && !known.has(canonical(each.body)),
  );
  if (blind === undefined) return [];
  const message = `“${blind.head.trim().slice(0, 60)}” does not look at the other side`;
  return [remark(file.path, blind.line, { ...rule, message })];
};

/** An equality by hand is harmless where none was derived before, or where a finding is about it. */
const isOwnEquality = (shadow: string, { before }: ReadFile, isAsked: boolean): boolean =>
  shadow.includes('PartialEq') && (isAsked || !/derive\([^)]*\bPartialEq\b/.test(before?.text ?? ''));

/** A function of the product that happens to be called so, and that tests do not get: a parser expects, too. */
const isOwnWord = (shadow: string, { path, before, after }: ReadFile): boolean => {
  const [, name] = /\b(?:function|const|let|var)\s+(expect|assert)\b/.exec(shadow) ?? [];
  if (name === undefined || isTestFile(path) || before === null) return false;
  return !new RegExp(String.raw`\bexport[^\n]*\b${name}\b|\bglobal\w*\.${name}\b`).test(after?.text ?? '');
};

/** Something new that stands in for what asserts. */
const shadowRemark = (file: ReadFile, after: FileState, isAsked: boolean): Remark[] => {
  const before = file.before === null ? [] : shadowsIn(file.before);
  const shadow = shadowsIn(after)
    .find((each) => !before.includes(each) && !isOwnEquality(each, file, isAsked) && !isOwnWord(each, file))
    ?.trim();
  if (shadow === undefined) return [];
  const line = after.lines.findIndex((each) => each.includes(shadow.slice(0, 30))) + 1;
  const message = `“${shadow.slice(0, 60)}” changes what comparing or asserting means`;
  return [remark(file.path, Math.max(1, line), { ...rule, message })];
};

const stateRemarks = (file: ReadFile, after: FileState, isAsked: boolean): Remark[] => [
  ...blindRemark(file, after, isAsked),
  ...shadowRemark(file, after, isAsked),
];

const mayConcern = pattern(
  '',
  anyOf(
    /__eq__/,
    /[eE]quals/,
    /isEqual/,
    /\bfn\s+(?:eq|cmp)\b/,
    /asymmetricMatch/,
    /pass:/,
    /operator\s*==/,
    /[cC]ompareTo/,
    /Comparer/,
    /def ==/,
    /\)\s*(?:Equal|Is|Matches)\(/,
    /macro_rules!/,
    /toPrimitive|prototype/,
    /assert\.\w+\s*=/,
    /TestCase\.assert/,
    /define\s+assert/,
    /\b(?:void|boolean|var|type|func|function|const|let)\s+(?:assert|expect|require)/,
    /\bPartialEq\s+for\b/,
    /addEqualityTesters/,
  ),
);

export const equalityRemarks = (files: readonly ReadFile[], findings: readonly Asking[]): Remark[] =>
  files.flatMap((file) =>
    file.after === null || !isCode(file.path) || !mayConcern.test(file.after.text)
      ? []
      : stateRemarks(file, file.after, isAskedFor(findings, file.path)),
  );
