/** What chains of matchers claim: `expect(a).not.toBe(b)`. */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import { chainOf, chainText, type Link } from '../../text/chain.ts';
import type { Claim } from '../claim.ts';
import { equalClaim } from '../conditions.ts';
import { isFiller, isNot, meaningOf } from '../vocabulary.ts';
import { truthClaims, valueClaim, isTruth } from './value-claims.ts';

/** A matcher of somebody's own is as strict as its name is a promise. */
const isCustom = ({ name, args }: Link): boolean =>
  args !== null && /^(?:to|is|has|be|have|does|contains|should)[A-Z_]/.test(name);

const customClaim = ({ name, args }: Link, subject: string, positive: boolean): Claim => ({
  kind: 'exact',
  level: 4.5,
  positive,
  subject: `${subject} ${name}`,
  expected: (args ?? []).join(', '),
});

/** One link after what was expected: a matcher, or something that is done to the value before it is compared. */
const matcherClaims = (link: Link, subject: string, positive: boolean): Claim[] | null => {
  const meaning = meaningOf(link.name);
  if (meaning === null) return isCustom(link) ? [customClaim(link, subject, positive)] : null;
  const holds = positive !== (meaning.isNegative && !/null$|nil$|none$/i.test(link.name.replace(/not/i, '!')));
  if (isTruth(meaning)) return truthClaims(link.args?.[0] ?? subject, holds);
  return valueClaim(meaning, link.name, subject, link.args ?? [], holds && !/not/i.test(link.name));
};

const preparing = pattern(
  '',
  /^/,
  anyOf(
    /using\w*|ignoring\w*|extracting|map\w*|asString|first|last|element|filteredOn|describedAs|as/,
    /because|withFailMessage|that/,
  ),
  /$/,
);

const isTransform = (name: string): boolean => preparing.test(name);

/** `to(eq(b))` has the matcher inside, `to.be` has none. */
const isPassing = ({ name, args }: Link): boolean =>
  isFiller(name) &&
  (args === null || args.length === 0 || /^(?:to|To|Should|should|NotTo|ShouldNot|not_to)$/.test(name));

const linkClaims = (link: Link, subject: string, positive: boolean): Claim[] => {
  if (!isPassing(link)) return matcherClaims(link, subject, positive) ?? [];
  const [inner] = link.args ?? [];
  return inner === undefined ? [] : innerMatcher(subject, inner, positive, 0);
};

export const chainClaims = (links: readonly Link[], start: string): Claim[] => {
  const claims: Claim[] = [];
  let subject = start;
  let positive = true;
  for (const link of links) {
    if (isNot(link.name)) positive = !positive;
    if (isNot(link.name) && link.args === null) continue;
    if (isTransform(link.name)) subject = `${subject}.${chainText([link])}`;
    else claims.push(...linkClaims(link, subject, positive));
  }
  return claims;
};

/** A matcher that is an argument: `assertThat(a, is(equalTo(b)))`, `Assert.That(a, Is.EqualTo(b))`. */
export const innerMatcher = (subject: string, text: string, positive: boolean, depth: number): Claim[] => {
  const links = chainOf(text);
  if (links === null || depth > 3) return [equalClaim(subject, text, positive)];
  const isWrapper =
    links.length === 1 && /^(?:is|Is|not|Not|be)$/.test(links[0]?.name ?? '') && (links[0]?.args?.length ?? 0) === 1;
  const [inner = ''] = links[0]?.args ?? [];
  if (isWrapper && /\(/.test(inner) && meaningOf(chainOf(inner)?.[0]?.name ?? '') !== null)
    return innerMatcher(subject, inner, positive !== isNot(links[0]?.name ?? ''), depth + 1);
  if (isWrapper)
    return [
      ...valueClaim(
        { kind: 'exact', level: 5, isNegative: false },
        'is',
        subject,
        [inner],
        positive !== isNot(links[0]?.name ?? ''),
      ),
    ];
  return chainClaims(links, subject).map((claim) => ({ ...claim, positive: claim.positive === positive }));
};
