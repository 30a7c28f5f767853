/** Checks of what comes in that accept everything now: a pattern, a schema, or a rule of one that is gone. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import { codeLines, type CodeLine } from '../code-lines.ts';
import type { Seen } from '../seen.ts';
import { mentions } from '../words.ts';

/** A text or a pattern that fits everything: `.*`, `^.+$`, `[\s\S]*`. */
const everything = pattern(
  '',
  /["'`/]\(?\^?\(?/,
  anyOf(/\./, /\[\\s\\S\]/, /\[\\w\\W\]/, /\[\^\]/, /\[\\d\\D\]/),
  /[*+]\??\)?\$?\)?["'`/]/,
);

/** `now`: says nothing about what comes in. `was`: where it has to have said something of that kind before. */
type Opening = { files: RegExp; now: RegExp; was?: RegExp };

const openings: readonly Opening[] = [
  { files: /\.\w+$/, now: everything },
  {
    // Elsewhere, such short names mean something else.
    files: /\.[cm]?[jt]sx?$/,
    now: /\b(?:z|zod|Joi|joi|yup|Yup|t|v|s|Schema|Type|superstruct)\.(?:any|unknown|mixed|Any|Unknown|Mixed)\b/,
  },
  { files: /\.(?:rs|pyi?)$/, now: /\b(?:serde_json::Value|typing\.Any)\b/ },
  {
    files: /\.\w+$/,
    now: /:\s*\{\s*\}\s*[,}]?$/,
    was: pattern(
      '',
      /:\s*\{\s*["']?/,
      anyOf(/type|enum|const|format|pattern|properties|items/, /\$ref|anyOf|oneOf|allOf|m[ai][nx]\w+/),
      /["']?\s*:/,
    ),
  },
];

/** What comes before the value: the same key, name or call. */
const keyOf = (text: string): string =>
  /^["']?(?:(?:export|const|let|var|static|final|private|public|val)\s+)*["']?([\w$-]+)["']?\s*(?::=|[:=(])/.exec(
    text,
  )?.[1] ?? '';

const isSame = (old: CodeLine, now: CodeLine): boolean => keyOf(now.text) !== '' && keyOf(old.text) === keyOf(now.text);

const opens = (
  { now: shape, was }: Opening,
  old: readonly CodeLine[],
  now: readonly CodeLine[],
): CodeLine | undefined =>
  now.find(
    (line) =>
      shape.test(line.text) &&
      old.some((each) => isSame(each, line) && !shape.test(each.text) && (was?.test(each.text) ?? true)),
  );

/** Rules of a schema written as data, of fields, or of models; a name that could be anything is told by its place. */
const constraint = pattern(
  'g',
  anyOf(
    /(?<![\w.])["']?(?:additionalProperties|exclusiveM\w+|m(?:in|ax)(?:Length|Items)|uniqueItems)["']?\s*[:=](?!=)/,
    /(?<![\w.])["']?(?:required|minimum|maximum|presence|inclusion|numericality)["']?\s*:/,
    /@(?:NotNull|NotBlank|NotEmpty|Positive|PositiveOrZero|Pattern|Size|Min|Max|Email|Valid)\b/,
    /(?<=[(,]\s{0,4})(?:min_length|max_length|ge|gt|le|lt|multiple_of)\s*=(?!=)/,
    /^validates?\w*\s+:/,
  ),
);

const constraintsIn = (lines: readonly CodeLine[]): string[] =>
  lines.flatMap(({ text }) => text.match(constraint) ?? []).map((found) => found.replaceAll(/[^\w]/g, ''));

/** One that was there, and is named nowhere in what is new; where a finding names it, it may ask for that. */
const lostConstraint = (
  old: readonly CodeLine[],
  now: readonly CodeLine[],
  findings: readonly Asking[],
): string | undefined => {
  const [were, are] = [constraintsIn(old), constraintsIn(now)];
  if (are.length >= were.length || now.length >= old.length * 2) return undefined;
  return were.find((name) => !are.includes(name) && !mentions(findings, new RegExp(String.raw`\b${name}\b`, 'i')));
};

const about = 'makes a check of what comes in accept everything';

export const openValidators = ({ path, before, after }: SourceChange, findings: readonly Asking[]): Seen[] => {
  if (before === null || after === null) return [];
  const [old, now] = [codeLines(before), codeLines(after)];
  const open = openings
    .filter(({ files }) => files.test(path))
    .map((opening) => opens(opening, old, now))
    .find((line) => line !== undefined);
  if (open !== undefined) return [{ rule: 'check-deleted', path, line: open.line, about }];
  const lost = lostConstraint(old, now, findings);
  if (lost === undefined) return [];
  const line = old.find(({ text }) => text.includes(lost))?.line ?? 1;
  return [
    {
      rule: 'check-deleted',
      path,
      line,
      before: true,
      about: `takes the rule \`${lost}\` out of a check of what comes in`,
    },
  ];
};
