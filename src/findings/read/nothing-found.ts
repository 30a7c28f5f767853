/** Recognises the sentences with which tools say that they found nothing; a tool that says so found nothing (1.11). */

/** What package managers print around the output of a script. */
const around = /^(?:> .*|\$ .*|yarn run v\S+|Done in [\d.]+ ?m?s\.?)$/;

/** Longer texts say more than that. */
const longest = 10_000;

const troubles = '(?:issues|problems|errors|warnings|offenses|violations|findings|vulnerabilities)';
const counted = String.raw`(?:errors?|warnings?|problems?|issues?|error\(s\)|findings|violations|vulnerabilities)`;

const nothing = new RegExp(
  String.raw`\b(?:${[
    'all checks passed',
    String.raw`no (?:lint(?:ing)? )?${troubles}(?: were)?(?: found| detected| identified)?`,
    'success: no',
    String.raw`(?:found |summary: )?0 ${counted}`,
    String.raw`rated at 10\.00/10`,
    String.raw`checked \d+ files? in \S+\. no fixes (?:applied|needed)`,
    String.raw`all matched files use \S+ code style`,
    String.raw`\d+ files? (?:would be )?left unchanged`,
  ].join('|')})(?![\w/])`,
  'i',
);

/** Then it did find something, or failed, in words that are not understood here. */
const something = new RegExp(
  [
    String.raw`\b[1-9]\d{0,6}\s` +
      String.raw`(?:errors?|warnings?|problems?|issues?|findings?|offenses?|violations?|vulnerabilities|serious)\b`,
    String.raw`\b[1-9]\d{0,6} files? would be reformatted`,
    String.raw`\b(?:error|fatal|panic|traceback|exception|not found:|cannot)\b(?!\(s\))`,
  ].join('|'),
  'i',
);

/** Of text without a word of the tool itself: what is left is nothing. */
export const isBlank = (text: string): boolean =>
  text.length < longest && text.split(/\r?\n/).every((line) => line.trim() === '' || around.test(line.trim()));

export const saysNothingFound = (text: string): boolean =>
  text.length < longest && nothing.test(text) && !something.test(text);

/** Where a person or a model may have written it: anything beside that sentence could be a finding. */
export const saysOnlyThat = (text: string): boolean =>
  text.trim().length < 300 &&
  saysNothingFound(text) &&
  !/\b(?:but|however|except|though|although|line)\b|[\w/]\.[a-z]{1,4}\b/i.test(text);
