/** What makes no difference to a finding that does not speak of it: a line in a log, a `trim`, an order of fields. */
import type { Asking } from '../../../../model/patch.ts';
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import { mentions } from '../../words.ts';
import { block, isLeaf, isSame, partsOf, show, type Term } from '../term.ts';

type Aside = { spokenOf: RegExp; without: (part: Term) => Term };

const nameOf = (part: Term | undefined): string => (part?.op === 'member' ? part.args[1]?.text : part?.text) ?? '';

const rootOf = (part: Term | undefined): string => {
  const [first] = part?.args ?? [];
  return first === undefined || part?.op !== 'member' ? (part?.text ?? '') : rootOf(first);
};

const logs = /^(?:console|log|logger|LOG|LOGGER|logging|slog|tracing|print|println|puts)$/;
const macros = /^(?:e?print(?:ln)?|trace|debug|info|warn|error|log|dbg)$/;

const isLog = ({ op, args: [callee] }: Term): boolean =>
  (op === 'call' && logs.test(rootOf(callee))) || (op === 'macro_invocation' && macros.test(callee?.text ?? ''));

const isAssertion = ({ op, args: [callee] }: Term): boolean =>
  op === 'assert_statement' || (op === 'macro_invocation' && callee?.text.startsWith('debug_assert') === true);

const withoutStatements =
  (isIdle: (part: Term) => boolean) =>
  (part: Term): Term =>
    part.op === 'block' && part.args.some(isIdle) ? block(part.args.filter((each) => !isIdle(each))) : part;

const dressing = pattern('', /^/, anyOf(/trim|strip|toString|valueOf|TrimSpace/), /$/);

/** `x.trim()`, `String(x)`: the same to whoever does not ask for blanks or kinds. */
const undressed = (part: Term): Term => {
  const [callee, only, ...more] = part.args;
  if (part.op !== 'call' || more.length > 0) return part;
  const [of] = callee?.args ?? [];
  if (only === undefined)
    return callee?.op === 'member' && of !== undefined && dressing.test(nameOf(callee)) ? of : part;
  return callee?.op === 'id' && /^(?:String|str)$/.test(callee.text) ? only : part;
};

const isNamed = (part: Term): boolean => isLeaf(part, 'id') || part.op === 'member';

/** `x && x.is(…)`, where nobody complains of there being no `x`. */
const unguarded = (part: Term): Term => {
  const [left, right] = part.args;
  if (part.op !== 'binary' || part.text !== '&&' || left === undefined || right === undefined) return part;
  const isAsked = [...partsOf(right)].some(
    ({ op, args: [of] }) => op === 'member' && of !== undefined && isSame(of, left),
  );
  return isNamed(left) && isAsked ? right : part;
};

const unordered = (part: Term): Term =>
  part.op === 'member' && part.args[0]?.text === 'Ordering' ? { ...part, args: part.args.slice(0, 1) } : part;

const lists = /^(?:field_initializer_list|field_declaration_list)$/;

const sorted = (part: Term): Term =>
  lists.test(part.op) ? { ...part, args: part.args.toSorted((a, b) => (show(a) < show(b) ? -1 : 1)) } : part;

const asides: readonly Aside[] = [
  {
    spokenOf: pattern(
      'i',
      anyOf(
        /\blog|print|audit|trac(?:e|ing)|report|silent|tell|messag|swallow|notic|warn|debug|output|inform/,
        /record|console|std(?:out|err)/,
      ),
    ),
    without: withoutStatements(isLog),
  },
  {
    spokenOf: /assert|\btyp|none|null|undefined|narrow|invariant|optional/i,
    without: withoutStatements(isAssertion),
  },
  {
    spokenOf:
      /spac|trim|blank|strip|string|\btyp|conver|cop(?:y|ies)|mutat|shar|alias|clon|newline|allocat|borrow|mov/i,
    without: undressed,
  },
  {
    spokenOf: pattern(
      'i',
      anyOf(
        /null|none|nil|undefined|empty|missing|crash|throw|panic|exception|error|attribute|blank|optional/,
        /absent|without|deref|no longer|gone|fail|abort/,
      ),
    ),
    without: unguarded,
  },
  { spokenOf: /ordering|relaxed|seqcst|memory|fence|perform|slow/i, without: unordered },
  { spokenOf: /order|layout|size|align|padding|serial/i, without: sorted },
];

/** A term without what these findings do not speak of. */
export const withoutAsides = (findings: readonly Asking[]): ((part: Term) => Term) => {
  const own = asides.filter(({ spokenOf }) => !mentions(findings, spokenOf));
  return (part) => own.reduce((done, { without }) => without(done), part);
};
