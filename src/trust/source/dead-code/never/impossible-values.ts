/** Questions for values that nothing can have: identity with something new, NaN, an unsigned number below nought. */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { SourceChange } from '../../change.ts';
import { codeLines, type CodeLine } from '../../code-lines.ts';
import type { Seen } from '../../seen.ts';

type Shape = { files: RegExp; shape: RegExp };

const scripts = /\.[cm]?[jt]sx?$/;

const nan = pattern(
  '',
  /[=!]==?\s*/,
  anyOf(
    /(?:(?:Number|Double|Float|np|numpy|math|Math)\.|(?:std::)?f(?:32|64)::)?(?:NaN|nan|NAN)\b/,
    /float\(\s*["']nan["']\s*\)/,
  ),
);

const shapes: readonly Shape[] = [
  { files: /\.\w+$/, shape: nan },
  { files: scripts, shape: /===\s*(?:\[\s*\]|\{\s*\}(?!\s*[.[])|new\s+[A-Z]\w*\(|Symbol\(|(?:\(\)|function\b).*=>)/ },
  { files: /\.pyi?$/, shape: /\bis\s+(?:\[\s*\]|\{\s*\}|(?:list|dict|set|object)\(\s*\)|[A-Z]\w*\(|float\()/ },
  { files: /\.(?:java|cs|groovy)$/, shape: /==\s*new\s+[A-Z]/ },
  { files: /\.kts?$/, shape: /===\s*(?:[A-Z]\w*\(|(?:list|map|set|mutableList)Of\()/ },
  { files: /\.rb$/, shape: /\.equal\?\(?\s*(?:["'[{]|[A-Z]\w*\.new)/ },
  { files: /\.php$/, shape: /===\s*new\s+[A-Z]/ },
  { files: /\.go$/, shape: /==\s*(?:&\w+\{|new\(|errors\.New\(|fmt\.Errorf\()/ },
];

const belowNought = /(?<![\w.)\]])([A-Za-z_]\w*)\s*(?:<\s*0|<=\s*-\d+|==\s*-\d+)(?![\w.])/;

/** How languages declare a number that has no sign. */
const unsigned = (name: string): RegExp =>
  pattern(
    '',
    anyOf(
      String.raw`\b${name}\s*:\s*&?(?:mut\s+)?(?:u(?:size|8|16|32|64|128)|UInt\d*|UInt|ULong)\b`,
      String.raw`\b${name}(?:\s*,\s*\w+)*\s+(?:uint\d*|byte)\b`,
      String.raw`\b(?:size_t|unsigned(?:\s+(?:int|long|char|short))?|uint\d+_t|uint|ulong)\s+${name}\b`,
    ),
  );

/** How they declare anything: with its type before or behind it, or with a value alone. */
const declaring = (name: string): RegExp =>
  pattern(
    '',
    anyOf(
      String.raw`\b${name}\s*:(?!:)`,
      String.raw`\b(?:let|var|val|const|auto)\s+(?:mut\s+)?${name}\b`,
      String.raw`\b${name}(?:\s*,\s*\w+)*\s+(?:u?int|float|byte|rune)\w*`,
      String.raw`\b(?:\w+_t|int|long|short|char|double|float|unsigned|uint|ulong)\s+\*?${name}\b`,
    ),
  );

const mostAbove = 200;

/** By its nearest declaration: another function may have another number of that name. */
const isUnsignedBelow = ({ text, line }: CodeLine, lines: readonly string[]): boolean => {
  const name = belowNought.exec(text)?.[1];
  if (name === undefined) return false;
  const [declares, isUnsigned] = [declaring(name), unsigned(name)];
  const declaration = lines
    .slice(Math.max(0, line - mostAbove), line)
    .findLast((each) => declares.test(each.slice(0, 500)));
  return declaration !== undefined && isUnsigned.test(declaration.slice(0, 500));
};

/** What is said in words is no code. */
const withoutWords = (text: string): string =>
  text.replaceAll(/(["'`])(?:(?!\1)[^\\\n]|\\.){0,500} (?:(?!\1)[^\\\n]|\\.){0,500}\1/g, '""');

const isImpossible = (line: CodeLine, path: string, lines: readonly string[]): boolean => {
  const text = withoutWords(line.text);
  return (
    shapes.some(({ files, shape }) => files.test(path) && shape.test(text)) || isUnsignedBelow({ ...line, text }, lines)
  );
};

export const impossibleValues = ({ path, before, after }: SourceChange): Seen[] => {
  const were = new Set(codeLines(before).map(({ text }) => text));
  return codeLines(after)
    .filter((line) => !were.has(line.text) && isImpossible(line, path, after?.state.lines ?? []))
    .map(({ line }) => ({ rule: 'never-true', path, line, about: 'asks for a value that nothing can have' }));
};
