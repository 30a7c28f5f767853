/** What code asks for by literals, in languages without a grammar: comparisons, cases and lists, by their text. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { Side } from '../change.ts';
import { codeLines, type CodeLine } from '../code-lines.ts';
import { shell } from '../shell.ts';
import { bare } from './known-literals.ts';

export type PlainQuestion = {
  /** What is compared, as far as the line says it. */
  subject: string;
  literals: readonly string[];
  line: number;
  /** It is one more case of a choice that was there before. */
  isFurther: boolean;
};

type Asked = Pick<PlainQuestion, 'subject' | 'literals'>;

const literal = anyOf(
  /"(?:[^"\\\n]|\\.){0,100}"/,
  /'(?:[^'\\\n]|\\.){0,100}'/,
  /-?\d[\d_]*(?:\.\d+)?(?:[uUlLfF]{1,3}\b)?/,
);
const subject = /[A-Za-z_$@][\w$.@>-]*(?:\[[^\]\n]{0,40}\]|\([^()\n]{0,40}\))?/.source;
const equal = /\s*(?:===?|!==?|<=>)\s*/.source;
const several = `${literal}(?:\\s*,\\s*${literal})*`;

const plainLiteral = (text: string): string => bare(text.replace(/^(-?[\d.]+)[uUlLfF]+$/, '$1'));

const literalsIn = (text: string): string[] => (text.match(new RegExp(literal, 'g')) ?? []).map(plainLiteral);

/** Which of the groups is the subject, and which has the literals. */
type Shape = { shape: RegExp; subject: number; literals: number };

const shapes: readonly Shape[] = [
  { shape: pattern('g', `(${subject})`, equal, `(${literal})`), subject: 1, literals: 2 },
  { shape: pattern('g', `(?<![\\w"'])(${literal})`, equal, `(${subject})`), subject: 2, literals: 1 },
  {
    shape: pattern('g', /\b(?:str|strn|strcase|strncase|mem|wcs)cmp\(\s*([^,"'\n]{1,60}),\s*/, `(${literal})`),
    subject: 1,
    literals: 2,
  },
  { shape: pattern('g', /\b\w*cmp\(\s*/, `("[^"\\n]*")`, /,\s*([^,)\n]{1,60})/.source), subject: 2, literals: 1 },
  {
    shape: pattern(
      'g',
      `(${subject})`,
      /\??\.(?:equals\w*|Equals|eql\?|is[eE]qual\w*|contentEquals|start_?s?_?[wW]ith\??|hasPrefix|match\??)[\s(]+/,
      `(${literal})`,
    ),
    subject: 1,
    literals: 2,
  },
  {
    shape: pattern('g', /\bin_array\(\s*([^,\n]{1,60}),\s*(?:\[|array\()/, `(${several})`),
    subject: 1,
    literals: 2,
  },
  {
    shape: pattern(
      'g',
      /(?:[[({]|\b(?:listOf|setOf|arrayOf|Set|List)\()\s*/,
      `(${several})`,
      /[\])}]+\.(?:include\?|contains|Contains|member\?)[\s(]+([\w.$@]+)/,
    ),
    subject: 2,
    literals: 1,
  },
  {
    shape: pattern('g', `(${subject})`, /\s+in\s+(?:[[({]|(?:listOf|setOf|arrayOf)\()\s*/, `(${several})`),
    subject: 1,
    literals: 2,
  },
];

const askedBy = (text: string): Asked[] =>
  shapes.flatMap(({ shape, ...at }) =>
    [...text.matchAll(shape)].map((match) => ({
      subject: (match[at.subject] ?? '').trim(),
      literals: literalsIn(match[at.literals] ?? ''),
    })),
  );

const operand = anyOf(/"\$\([^()\n]{1,80}\)"/, /"(?:[^"\\]|\\.)*"/, /'[^']*'/, /[^\s\]["';&|()]+/);
const tested = pattern('g', `(${operand})`, /\s+(?:==?|!=|-eq|-ne)\s+/, `(${operand})`);

const unquoted = (text: string): string => text.replace(/^(["'])([\s\S]*)\1$/, '$2');
const isVariable = (text: string): boolean => text.includes('$') && !text.startsWith("'");

/** `[ "$1" = text ]`, `test "$*" != '9 10'`, `[[ $a == 5 ]]`. */
const testedBy = (text: string): Asked[] =>
  !/(?:^|[\s!;&|({])(?:\[\[?|test)\s/.test(text)
    ? []
    : [...text.matchAll(tested)].flatMap(([, left = '', right = '']): Asked[] => {
        if (isVariable(left) === isVariable(right)) return [];
        const [variable, given] = isVariable(left) ? [left, right] : [right, left];
        return [{ subject: unquoted(variable), literals: [unquoted(given)] }];
      });

const choice = anyOf(/"[^"\n]*"/, /'[^'\n]*'/, /[^\s"'()|;&<>`]+/);
const arm = pattern('g', /(?:^|;;\s*|\bin\s+)\(?/, `(${choice}(?:\\s*\\|\\s*${choice})*)\\)`);

/** The line that begins the choice around another one. */
const headAbove = (lines: readonly string[], line: number, head: RegExp): number => {
  for (let at = line; at > Math.max(0, line - 60); at -= 1) if (head.test(lines[at - 1] ?? '')) return at;
  return 0;
};

const shellHead = /\bcase\s+(\S+)\s+in\b/;
const head = /\b(?:switch|when|match|case)\b\s*\(?\s*([\w.$@>-]*)/;

const isExact = (text: string): boolean => !/[*?[\]$]/.test(text) || text.startsWith("'");

const armsIn = ({ text, line }: CodeLine, { state: { lines }, changed }: Side): PlainQuestion[] => {
  const at = headAbove(lines, line, shellHead);
  if (at === 0) return [];
  const about = unquoted(shellHead.exec(lines[at - 1] ?? '')?.[1] ?? '');
  return [...text.matchAll(arm)].flatMap(([, given = '']) => {
    const literals = given.split(/\s*\|\s*/).filter((each) => each !== '');
    if (literals.length === 0 || !literals.every(isExact)) return [];
    return [{ subject: about, literals: literals.map(unquoted), line, isFurther: !changed.has(at) }];
  });
};

const cased = pattern('', anyOf(`^(?:case|when)\\s+(${several})`, `^(${several})\\s*->`));

const casesIn = ({ text, line }: CodeLine, { state: { lines }, changed }: Side): PlainQuestion[] => {
  const match = cased.exec(text);
  if (match === null) return [];
  const at = headAbove(lines, line - 1, head);
  const about = head.exec(lines[at - 1] ?? '')?.[1] ?? '';
  const isFurther = at > 0 && !changed.has(at);
  return [{ subject: about, literals: literalsIn(match[1] ?? match[2] ?? ''), line, isFurther }];
};

const questionsOn = (line: CodeLine, side: Side, isShell: boolean): PlainQuestion[] => {
  const asked = isShell ? testedBy(line.text) : askedBy(line.text);
  return [
    ...asked.map((each) => ({ ...each, line: line.line, isFurther: false })),
    ...(isShell ? armsIn(line, side) : casesIn(line, side)),
  ];
};

/** Those of new lines. */
export const plainQuestions = (path: string, side: Side): PlainQuestion[] => {
  const isShell = shell.test(path) || /^#!.*\b(?:ba|da|k|z)?sh\b/.test(side.state.lines[0] ?? '');
  return codeLines(side).flatMap((line) => questionsOn(line, side, isShell));
};
