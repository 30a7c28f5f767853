/** What assertions claim in languages that are read as text, after they are written as calls. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Claim } from '../read/claim.ts';
import { claimsOf } from '../read/claims.ts';
import { condition, equalClaim } from '../read/conditions.ts';

const shellTest = /^(?:\[\[?|test)\s+([\s\S]+?)(?:\s+\]\]?)?$/;
const infix = pattern(
  '',
  /^([\s\S]+?)\s+/,
  '(',
  anyOf(
    /should(?:Not)?(?:Be|Equal|Contain|Throw|StartWith|EndWith|HaveSize|BeGreaterThan|BeLessThan)?/,
    /shouldBe/,
    /must(?:Equal)?/,
    /mustBe/,
  ),
  ')',
  /\s+([\s\S]+)$/,
);

const shellClaims = (text: string): Claim[] => {
  const inner = shellTest.exec(text)?.[1];
  if (inner === undefined) return [];
  return condition(
    inner
      .replace(/\s(?:=|-eq)\s/, ' == ')
      .replace(/\s-ne\s/, ' != ')
      .replace(/\s-ge\s/, ' >= ')
      .replace(/\s-gt\s/, ' > ')
      .replace(/\s-l[et]\s/, ' <= '),
    true,
  );
};

const infixClaims = (text: string): Claim[] => {
  const [, subject, word = '', expected] = infix.exec(text) ?? [];
  if (subject === undefined || expected === undefined) return [];
  if (/Contain|Start|End/.test(word))
    return [{ kind: 'partial', level: 4, positive: !/Not/.test(word), subject, expected }];
  if (/Greater|Less/.test(word)) return [{ kind: 'bound', level: 3, positive: true, subject, expected }];
  return [equalClaim(subject, expected, !/Not/.test(word))];
};

/** `assert_equal a, b` as `assert_equal(a, b)`; shell words by commas. */
const asCall = (text: string, isShell: boolean): string => {
  const [, name = '', rest = ''] =
    /^((?:assert|refute|expect|flunk|must|wont|check|fail_unless)\w*[?!]?)\s+([^=(.\s][\s\S]*)$/.exec(text) ?? [];
  if (name === '' || (/^(?:assert|check)$/.test(name) && /^[=<>]/.test(rest))) return text;
  return `${name}(${isShell ? rest.replaceAll(/(?<=["'\w}])\s+(?=["'$\w-])/g, ', ') : rest})`;
};

const registering = pattern(
  '',
  anyOf(
    /^(?:RUN_TEST|CU_ADD_TEST|CU_add_test|tcase_add_test|REGISTER_TEST|run_test|suite_add_tcase)\b/,
    /^test_\w+\s*(?:\(\s*\)\s*;?)?$/,
  ),
);

const bareMatcher = pattern(
  '',
  /\.(to|not_to|to_not)\s+/,
  /((?:eq|eql|equal|include|match|start_with|end_with|contain_exactly|match_array|raise_error|have_\w+|be_\w+)\b)/,
  /[ \t]+(?![.({=<>&])([\s\S]+)$/,
);

/** `expect(a).to eq b` as `expect(a).to.eq(b)` */
const withBrackets = (text: string): string => text.replace(bareMatcher, '.$1.$2($3)');

export const plainClaims = (given: string, isShell: boolean): Claim[] => {
  const text = asCall(given.replace(/;$/, '').replace(/\s*(?:do|\{)$/, ''), isShell).replace(
    /^(?:try|await|XCTAssertNoThrow)\s+/,
    '',
  );
  if (registering.test(text)) return [{ kind: 'helper', level: 5, positive: true, subject: text, expected: '' }];
  const raising = /^expect\s*\{([\s\S]*?)\}\s*\.(to|not_to|to_not)\b([\s\S]*)$/.exec(given.trim());
  if (raising !== null) return claimsOf(`expect(() => ${raising[1]}).${raising[2]}.${(raising[3] ?? '').trim()}`);
  if (isShell && shellTest.test(text)) return shellClaims(text);
  const found = claimsOf(
    withBrackets(text).replaceAll(/\.(?:to|not_to|to_not)\s+(?=\w)/g, (words) => `${words.trim()}.`),
  );
  return found.length > 0 ? found : infixClaims(text);
};
