/** What an assertion claims, from its text, over the frameworks of all languages. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { chainOf, chainText, type Link } from '../text/chain.ts';
import { argumentsIn } from '../text/scan.ts';
import type { Claim } from './claim.ts';
import { condition } from './conditions.ts';
import { isAsserting, isAssertion, isExpecting, meaningOf } from './vocabulary.ts';
import { vagueLevel } from './claims/value-claims.ts';
import { chainClaims, innerMatcher } from './claims/matcher-claims.ts';
import { isNoError, isTester, assertionClaims } from './claims/assertion-claims.ts';

/** `verify(mailer, atLeast(0))` holds whatever is done. */
const isAnyTimes = ([first]: readonly Link[]): boolean =>
  /^(?:Mockito\.)?(?:atLeast\(\s*0\s*\)|atMost\()/.test(first?.args?.[1] ?? '');

/** `verify(mailer).send(mail)`, `verify(mailer, times(2)).send(mail)` */
const verified = (links: readonly Link[]): Claim[] => [
  {
    kind: 'exact',
    level: isAnyTimes(links) ? 1 : vagueLevel(5, chainText(links.slice(1))),
    positive: true,
    subject: chainText(links.slice(0, 1)),
    expected: chainText(links.slice(1)),
  },
];

const shouldPlace = (links: readonly Link[]): number =>
  links.findIndex(({ name }) => /^(?:should|Should|must|expect)$/.test(name));

const expectPlace = (links: readonly Link[]): number =>
  links.findIndex(
    ({ name, args }) =>
      args !== null &&
      args.length > 0 &&
      (isExpecting(name) || (/^(?:soft|poll|That|assertThat)$/.test(name) && links.length > 1)),
  );

/** `request(app).get('/').expect(404)`: what comes back is compared at the end of the chain. */
const expectedOf = (links: readonly Link[], place: number): Claim[] =>
  links
    .slice(place)
    .filter(({ name, args }) => name === 'expect' && args !== null)
    .map(({ args }) => {
      const expected = (args ?? []).join(', ');
      return { kind: 'exact', level: 5, positive: true, subject: chainText(links.slice(0, place)), expected };
    });

const fromExpect = (links: readonly Link[], place: number): Claim[] => {
  if (place > 1 && links[place]?.name === 'expect' && links[place + 1]?.name !== 'to') return expectedOf(links, place);
  const [subject = '', matcher] = links[place]?.args ?? [];
  const rest = links.slice(place + 1);
  if (rest.length === 0 && matcher !== undefined) {
    const messageFirst = /^["'`]/.test(subject) && (links[place]?.args?.length ?? 0) > 2;
    return innerMatcher(
      messageFirst ? matcher : subject,
      messageFirst ? (links[place]?.args?.[2] ?? '') : matcher,
      true,
      0,
    );
  }
  return chainClaims(rest, subject);
};

const methodsOfRunner = pattern(
  '',
  /^/,
  anyOf(
    /Error|Errorf|Fatal\w*|Fail\w*|Log\w*|Helper|Cleanup|fail|comment|plan|end|pass|teardown|log/,
    /diagnostic|Name|Run|Parallel|Setenv|TempDir|after|before/,
  ),
  /$/,
);

/** `value should be(1)`: what stands behind the word. */
const fromShould = (links: readonly Link[], place: number): Claim[] =>
  chainClaims(links.slice(place + (links[place]?.args === null ? 1 : 0)), chainText(links.slice(0, place)));

/** A method of something that asserts, by what its name means: `assert.equal(a, b)`. */
const isMethodOfAsserting = (first: Link, last: Link): boolean =>
  first !== last &&
  isAsserting(first.name) &&
  first.args === null &&
  last.args !== null &&
  (meaningOf(last.name) !== null || isNoError(last.name));

const fromAssertion = (links: readonly Link[], first: Link, last: Link): Claim[] => {
  const place = links.findIndex(({ name, args }) => args !== null && (isAssertion(name) || name === 'assert'));
  if (place !== -1) return assertionClaims(links[place] ?? last, chainText(links.slice(0, place)));
  if (isTester(first.name) && methodsOfRunner.test(last.name)) return [];
  return isMethodOfAsserting(first, last) ? assertionClaims(last, chainText(links.slice(0, -1))) : [];
};

/** `$this->expectException(ImportError::class)`, `thrown.expect(ImportError.class)` */
const isExpectingError = (first: Link, last: Link): boolean =>
  last.args !== null &&
  (/^expect(?:Exception|Error|Warning|Deprecation)\w*$/.test(last.name) || (first.name === 'thrown' && last !== first));

const errorExpected = ({ name, args }: Link): Claim => ({
  kind: 'throws',
  level: 4,
  positive: true,
  subject: name,
  expected: (args ?? []).join(', '),
});

const fromChain = (links: readonly Link[]): Claim[] => {
  const place = expectPlace(links);
  if (place !== -1) return fromExpect(links, place);
  const [first] = links;
  const last = links.at(-1);
  if (first === undefined || last === undefined) return [];
  if (/^(?:verify|inOrder|then)$/.test(first.name) && first.args !== null && links.length > 1) return verified(links);
  if (isExpectingError(first, last)) return [errorExpected(last)];
  const should = shouldPlace(links);
  return should > 0 ? fromShould(links, should) : fromAssertion(links, first, last);
};

/** Empty where the text asserts nothing. */
export const claimsOf = (text: string): Claim[] => {
  const stated = /^assert\s+(?!\()([\s\S]+?);?$/.exec(text) ?? /^assert(\s*\([\s\S]+);?$/.exec(text);
  const links = /^assert\s+\(/.test(text) ? null : chainOf(text);
  if (links !== null) return fromChain(links);
  return stated === null ? [] : condition(firstPart(stated[1] ?? ''), true);
};

/** The condition of `assert condition, message`. */
const firstPart = (text: string): string => argumentsIn(text)[0] ?? text;
