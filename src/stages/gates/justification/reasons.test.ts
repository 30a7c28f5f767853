/** Reasons not to fix that are good, or that merely sound like weak ones. */
import { describe, expect, it } from 'vitest';
import { weakJustifications } from '../../../config/sections/proving.ts';
import { weakReason } from './justification.ts';

const weak = (explanation: string): string | null => weakReason(explanation, weakJustifications);

describe('4.5 good reasons are none of them', () => {
  it.each([
    'The API key for the payment service is not available here.',
    'It is not too complex, but the API key is missing.',
    'Needs credentials for the staging database, which I do not have.',
    'This is out of scope: the credentials are missing.',
    'I have no access to the production database, so this would take too long to guess.',
    'A product decision is required: reject or truncate?',
    'A person has to decide whether old clients still count; it is too complex to guess.',
    'It is unclear whether null means "unlimited"; the maintainers must decide. I do not have enough context.',
    'This requires a decision by the owner and significant refactoring.',
    'The specification is ambiguous here, and the tests allow both.',
    'The referenced file is missing.',
    'src/legacy/config.ts does not exist, this is a pre-existing issue.',
    'The module `billing/tax` is not in the repository.',
    'This would be a breaking change of the public interface, and the intent is unclear.',
    'It breaks all callers of the API; out of scope.',
    'It would change the exported type, which requires significant refactoring of clients.',
    'The dependency left-pad is not installed.',
    'The fix needs an upgrade of the framework, which should be done in a separate PR.',
    'The bug is in an upstream library: an upstream release is needed.',
    'The package has to be updated first; takes too long.',
    'The architecture forbids this import; it requires a significant refactoring.',
    'An architectural constraint: model must not import stages. Not my change.',
  ])('also when they say a phrase as well: %s', (text) => {
    expect(weak(text)).toBeNull();
  });

  it.each([
    'This is not out of scope.',
    "It isn't too complex.",
    'This would not take too long, but what remains are the two callers in src/b.ts.',
    'It does not require significant refactoring; the second half remains.',
    'Not because it is too complex, but the second loop remains to be done.',
    'This is by no means unrelated to the current changes; the test remains.',
    '"Out of scope" is not a reason, so I did the first half; the second remains.',
    'It does not seem to be a pre-existing issue.',
    'I never said that it is out of scope; the loop remains.',
  ])('and whoever denies a phrase does not use it: %s', (text) => {
    expect(weak(text)).toBeNull();
  });

  it.each([
    'The scope of the variable is too wide; I moved one of two.',
    'The function takes too long a list, and I only split the first half of it.',
    'The query takes too long on large tables; the index is added, the cache remains.',
    'The request takes too long to connect; the timeout of the second client remains.',
    'The lock goes out of scope too early; what remains is the second lock.',
    '`guard` is out of scope at that line, so the second call still needs it.',
    'It goes out of scope before the callback runs; the second one remains.',
    'This takes too long a list, of which I split one half.',
    'The variable is not in scope there.',
    'It was declared outside the loop scope and is now inside, once of twice.',
    'The issue is that the query takes too long; the index is added.',
    'The process is killed when it takes too long; one process remains.',
    'Handled in a different branch of the switch; that branch remains.',
    'The loop is not related to the lock; the lock remains.',
    'It is read outside the scope of the function; one read remains.',
    'The function is too complex; I split it once, the parser part remains.',
    'The regular expression is too complex for the linter; half of it is rewritten.',
    'I refactored the first of three handlers, the other two remain.',
    'A helper already exists in src/util.ts, I used it in one of two places.',
    'A test that was already there covers the first case; the second is missing.',
    'The value is passed in a separate argument now; the docs remain.',
    'The handler runs in a separate task, which still needs a lock.',
    'Another issue of the same kind is in line 40; I fixed line 12 only.',
    'React context is missing in the tests of the second component.',
    'The logger lacks the context of the request in one more place.',
    'Time is measured in milliseconds in one place and in seconds in the other; one remains.',
    'The change of the schema is done, the change of the reader remains.',
    'Fixed for numbers; strings remain.',
    'The tests cannot be run here: the container engine does not start.',
    'The generated client would be overwritten by the next build.',
    'The finding is wrong: the value is checked by the caller in line 30.',
    'The complexity went from 25 to 14; the limit is 10.',
    'The error is thrown before the check; I moved one check of two.',
    'The long list is sorted now, the short one is not.',
    'Related to F002: when the type is changed there, this is gone too.',
    'The comment says that callers must hold the lock; one caller does not.',
    'My change covers reading; writing remains.',
    'The pull request template is fixed, the issue template remains.',
    'It loops over a large list, and the inner loop is still there.',
  ])('and whoever merely uses the words says something else: %s', (text) => {
    expect(weak(text)).toBeNull();
  });
});
