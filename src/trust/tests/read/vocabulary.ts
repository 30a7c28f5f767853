/** What the names of assertions mean, over all frameworks: how strictly they compare. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Kind } from '../model.ts';

const meanings: readonly (readonly [RegExp, Kind, number])[] = [
  [/snapshot|golden|approv/, 'exact', 4.9],
  [/throw|raise|reject|panic|failswith|erroris|errorcontains|errormatches|iserror$|^error$|erroras/, 'throws', 4],
  [/closeto|almost|approx|indelta|inepsilon|allclose|isclose|near$|within|offset/, 'approximate', 4.5],
  [/anyorder|elementsmatch|samemembers|countequal|itemsequal|containsonly|sameelements|unordered/, 'partial', 4.4],
  [/ignoringcase|ignorecase|equalfold|caseinsens|ignoringwhite/, 'partial', 4.3],
  [/calledoncewith|calledwith|hascalls|returnedwith|containsexactly|notifiedwith|haveproperty|hasentry/, 'exact', 5],
  [/match|regex|contain|includ|member|startwith|startswith|endswith|prefix|suffix|subset|superset/, 'partial', 4],
  [/haskey|keys?$|hasitem|property|oneof|anyof|among|^in$|assertin$|^like$|some$|every/, 'partial', 3.9],
  [/calledtimes|callcount|calledonce|calledtwice|calledthrice|^times$|invocationcount/, 'exact', 5],
  [/called|invoked|nomoreinteractions/, 'weak', 2],
  [/greater|less|above|below|atleast|atmost|between|positive|negative|^[gl]te?$|^least$|^most$/, 'bound', 3],
  [/length|size|^len$|^count$/, 'length', 4.6],
  [/noerror|defined|notnil|exist|instance|typeof|isa$|isok|issome|iserr|present|visible/, 'weak', 1.8],
  [/^(?:be)?an?$|type$|inthedocument/, 'weak', 1.8],
  [/null|none$|nil$|undefined|empty|zero|nan$/, 'exact', 5],
  [/true|false|truthy|falsy|falsey|^ok$|isok$|^beok$|^assert$|^expect$|^condition$|success/, 'truth', 2],
  [/equal|same|identical|^eqs?$|eql|strict|deep|^tobe$|^is$|^be$|eqv|text|value|content|status/, 'exact', 5],
  [/attribute|html|css|class|url|title|title|header|json|_eq$|eq$|ne$|^not$/, 'exact', 5],
];

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[_!?]/g, '')
    .replace(/^(?:xct|cu|ck|test|tst|prop|debug)(?=assert)/, '');

const known = new Map<string, Meaning | null>();

export type Meaning = { kind: Kind; level: number; isNegative: boolean };

const negative =
  /not|refute|never|doesnt|isnt|unequal|assertne$|^ne$|nomore|falsy|falsey|false$|noerror|nil(?<!isnil|beNil)$/;
/** Words in which that is only spelled alike. */
const positive = /^(?:assert)?(?:nil|isnil)$|^notes?$|noted|notif/;

const meaningIn = (name: string): Meaning | null => {
  const word = plain(name);
  const bare = word.replace(/^(?:assert|expect|refute|require|to|is|be|have|been|has|should|must|that)+(?=.)/, '');
  for (const [pattern, kind, level] of meanings)
    if (pattern.test(word) || pattern.test(bare))
      return { kind, level, isNegative: negative.test(word) && !positive.test(word) };
  return null;
};

/** Null for a name that compares nothing. */
export const meaningOf = (name: string): Meaning | null => {
  const found = known.get(name);
  if (found !== undefined) return found;
  const meaning = name.length > 60 ? null : meaningIn(name);
  if (known.size < 10_000) known.set(name, meaning);
  return meaning;
};

const fillers = pattern(
  '',
  /^/,
  anyOf(
    /to|be|been|is|that|which|and|has|have|with|at|of|same|deep|nested|own|ordered|all|any|resolves/,
    /eventually|also|does|still|should|must|it|include|rejects|soft|poll|itself|Should|To|Is|Has|Does/,
    /And|With/,
  ),
  /$/,
);

/** Names that say nothing by themselves between what is checked and how. */
export const isFiller = (name: string): boolean => fillers.test(name);

export const isNot = (name: string): boolean =>
  /^(?:not|not_to|to_not|toNot|notTo|NotTo|ToNot|ShouldNot|never|Not)$/.test(name);

const expecting = pattern(
  '',
  /^/,
  anyOf(
    /expect|Expect|assertThat|assertWithMessage|expectThat|expectTypeOf|assertThatThrownBy/,
    /assertThatExceptionOfType|assertThatCode/,
    /Ω/,
    /that|thenThrownBy|qt|wrap/,
  ),
  /$/,
);

/** What begins a chain that says something about a value. */
export const isExpecting = (name: string): boolean => expecting.test(name);

const assertingObjects = pattern(
  '',
  /^/,
  anyOf(
    /assert|asserts|Assert|Assertions|require|chai|sinon|t|tt|tc|self|this|cls/,
    /\$this/,
    /is|should|testing|np|numpy|pd|tm|QUnit|insta|Approvals|CollectionAssert|StringAssert|FileAssert/,
    /Truth|s|suite|a|Shouldly|pytest|tap|mock|cmp|XCTAssert|Test|unittest|parent|static/,
  ),
  /$/,
);

/** What assertions are called on. */
export const isAsserting = (name: string): boolean => assertingObjects.test(name);

const assertions = pattern(
  '',
  /^(?:prop_|debug_)?/,
  anyOf(
    /assert|refute|XCTAssert|XCTUnwrap|CU_ASSERT|TEST_ASSERT|ck_assert|EXPECT_|ASSERT_|REQUIRE|CHECK/,
    /verify$|must_|munit_assert|assertion|expect_/,
  ),
  /\w*!?$/,
);

/** A function that asserts, by its own name. */
export const isAssertion = (name: string): boolean => assertions.test(name) && !/^assert(?:ion)?s$/.test(name);
