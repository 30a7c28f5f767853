/** What each gate asks, in words for people. */

const questions: Readonly<Record<string, string>> = {
  'no-change': 'did it change anything?',
  protected: 'does it stay away from protected paths?',
  justification: 'is there a good reason not to fix it?',
  untouched: 'does it touch the file of the finding, or one that it names?',
  growth: 'does it keep to the size that a fix may have?',
  tests: 'are the tests as strong as before?',
  suppressions: 'does it silence no check?',
  settings: 'are the settings of checks as strict as before?',
  reversion: 'does it keep what earlier fixes, and the user, put in?',
  types: 'are the types as strict as before?',
  errors: 'are errors still told?',
  deletions: 'is everything still there that the finding does not ask to remove?',
  'special-cases': 'does it solve the problem, and not only the cases of the tests?',
  sniffing: 'does it behave the same whether a test is watching or not?',
  'dead-code': 'is the changed code still reached?',
  'beside-the-point': 'does it change the code that the finding is about?',
  'hidden-characters': 'is all of it visible?',
  unreadable: 'could all of it be read?',
  durable: 'does it add nothing lasting that the finding does not ask for, or does a person let it?',
  dispute: 'is the finding wrong, as its fixer says?',
  target: 'do the checks of its own files pass?',
  hooks: 'do the commit hooks pass?',
  verify: 'do the verification commands pass, compared with the untouched start?',
  tool: 'is the tool that reported it content, with nothing new?',
  'stays-red': 'does none of the tests that speak about it fail as before?',
  proof: 'is there the proof that verify.requireProof asks for?',
  'without-fix': 'do the tests that come with it fail without it, if what was there got weaker?',
  challenge: 'are the challengers content?',
  combined: 'does it merge and hold together with the other fixes?',
};

/** Undefined for a gate of another version. */
export const questionOf = (gate: string): string | undefined =>
  Object.hasOwn(questions, gate) ? questions[gate] : undefined;
