/** Severity and rule in the message of a compiler or linter, where they are clear. */
import type { Severity } from '../../../model/finding.ts';
import { given } from '../../../plain/given.ts';

export type Message = { severity?: Severity; rule?: string; title: string; isNote: boolean };

const severities: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  ['fatal error', 'high'],
  ['fatal', 'high'],
  ['error', 'high'],
  ['warning', 'medium'],
  ['warn', 'medium'],
  ['note', 'low'],
  ['remark', 'low'],
  ['hint', 'low'],
  ['help', 'low'],
  ['style', 'low'],
  ['convention', 'low'],
  ['refactor', 'low'],
  ['suggestion', 'low'],
  ['info', 'info'],
  ['information', 'info'],
]);

const word =
  'fatal error|fatal|error|warning|warn|note|remark|hint|help|style|convention|refactor|suggestion|information|info';
const code = '[A-Z]{1,8}-?\\d{1,6}(?:\\/[\\w-]{1,60}){0,4}';

/** `error: `, `error TS2304: `, `error[E0308]: `, `error MD013/line-length ` */
const leadingSeverity = new RegExp(
  `^(?<word>${word})(?:\\s?\\[(?<bracketed>[\\w:./-]{1,80})\\]|\\s{1,4}(?<code>${code}))?` +
    /(?:\s?:\s{0,8}|(?<=\]|\d|\d(?:\/[\w-]{1,60}){1,4})\s{1,8})(?=\S)/.source,
  'i',
);
/** yamllint's `[error] ` */
const bracketedSeverity = /^\[(?<word>error|warning|info)\]\s{1,4}(?=\S)/i;
/** `C: [Correctable] Style/Documentation: `, as RuboCop writes the severity and the cop */
const cop = /^(?<letter>[CRWEFI]): (?:\[Correctable\] )?(?<rule>[A-Z]\w{1,60}(?:\/\w{1,60}){1,3}): (?=\S)/;

const letters: ReadonlyMap<string, Severity> = new Map<string, Severity>([
  ['C', 'low'],
  ['R', 'low'],
  ['I', 'info'],
  ['W', 'medium'],
  ['E', 'high'],
  ['F', 'high'],
]);

/** pylint's ids begin with the letter of their kind; other tools have other numbers of digits. */
const pylintId = /^(?<letter>[CRWEFI])\d{4}$/;

/** `F401 [*] `, `C0114: `, `MD001/heading-increment ` */
const leadingRule = new RegExp(`^(?<code>${code})(?::|\\s)\\s{0,8}(?:\\[\\*\\]\\s{1,4})?(?=\\S)`);

/** ` [Error/no-var]` and ` [error]` */
const trailingSeverity = /\s{1,8}\[(?<word>error|warning|info)(?:\/(?<rule>[\w@./()-]{1,100}))?\]$/i;
const trailingBracket = /(?<space>\s{1,8})\[(?<rule>-?[\w@][\w@./:=+-]{0,100})\]$/;
const trailingParenthesis = /\s{1,8}\((?<rule>[a-z@][\w@./-]{1,100})\)$/;
/** MSBuild names the project behind the message. */
/** standard says so of what it lets pass. */
const trailingWarning = /\s\(warning\)$/;
const trailingProject = /\s{1,8}\[[^\]]{1,300}\.\w{0,4}proj\]$/;

type Part = { severity?: Severity; rule?: string; rest: string; word?: string };

const front = (text: string): Part => {
  const rubocop = cop.exec(text);
  if (rubocop?.groups) {
    const { letter = '', rule } = rubocop.groups;
    return { ...given({ severity: letters.get(letter), rule }), rest: text.slice(rubocop[0].length) };
  }
  const marked = bracketedSeverity.exec(text);
  if (!marked?.groups) return usualFront(text);
  const severity = severities.get(marked.groups['word']?.toLowerCase() ?? '');
  return { ...given({ severity }), word: 'marked', rest: text.slice(marked[0].length) };
};

const usualFront = (text: string): Part => {
  const said = leadingSeverity.exec(text);
  const { word: name, bracketed, code: behind } = said?.groups ?? {};
  const rest = said ? text.slice(said[0].length) : text;
  const severity = severities.get(name?.toLowerCase() ?? '');
  const own = bracketed ?? behind;
  const ruled = own === undefined ? leadingRule.exec(rest) : null;
  const rule = own ?? ruled?.groups?.['code'];
  return {
    ...given({ severity }),
    ...(name !== undefined && { word: name.toLowerCase() }),
    ...given({ rule }),
    rest: ruled ? rest.slice(ruled[0].length) : rest,
  };
};

/** A word in brackets is a rule when it has the look of one, or stands apart as mypy's do. */
const isRule = (rule: string, space: string): boolean => /[-/\d]/.test(rule) || space.length > 1;

const back = (text: string, hasSeverity: boolean): Part => {
  const bare = text.replace(trailingProject, '').replace(trailingWarning, '');
  const said = trailingSeverity.exec(bare.slice(-400));
  const severity = severities.get(said?.groups?.['word']?.toLowerCase() ?? '');
  const rest = said ? bare.slice(0, bare.length - said[0].length) : bare;
  if (said?.groups?.['rule']) return { ...given({ severity }), rule: said.groups['rule'], rest };
  const tail = rest.slice(-400);
  const bracket = trailingBracket.exec(tail);
  const { rule = '', space = '' } = bracket?.groups ?? {};
  const taken = bracket && (hasSeverity || isRule(rule, space)) ? bracket : trailingParenthesis.exec(tail);
  const found = taken?.groups?.['rule'];
  return {
    ...given({ severity, rule: found }),
    rest: taken && found !== undefined ? rest.slice(0, rest.length - taken[0].length) : rest,
  };
};

export const readMessage = (text: string): Message => {
  const start = front(text);
  const end = back(start.rest, start.word !== undefined);
  const rule = start.rule ?? end.rule;
  const kind = pylintId.exec(rule ?? '')?.groups?.['letter'];
  const severity = start.severity ?? end.severity ?? letters.get(kind ?? '');
  // What stands at the end is part of the message where the rule was said before.
  const title = start.rule !== undefined && end.rule !== undefined ? start.rest : end.rest;
  return {
    ...given({ severity, rule }),
    title: title.trim() || text,
    // shellcheck's notes are findings with a rule of their own; a compiler's notes explain what is above them.
    isNote: /^(?:note|help|remark)$/.test(start.word ?? '') && rule === undefined,
  };
};
