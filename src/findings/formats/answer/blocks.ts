/** The parts of a review in prose: headings, what they are about, and the verdict. */
import type { Line } from '../markdown/items.ts';
import { type Stated, toVerdict, verdictLine } from '../verdict.ts';
import { cutEnd } from '../../../plain/cut.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';

/** `In src/a.js around lines 4 to 6, …`, as CodeRabbit tells agents. */
const inWords = /^In [`@]{0,2}[\w./@+-]{1,300}`? (?:around|at|on|near) lines? \d/;
/** `` `src/a.js:4`: … ``, `src/a.js L4: …`. */
const asHead = /^`?[\w./@+-]{1,300}(?::\d{1,9}(?:[-:]\d{1,9})?`|`?,? \(?L\d{1,9}(?:-L?\d{1,9})?[:)])/;

export const beginsWithPlace = (line: string): boolean => inWords.test(line) || asHead.test(line);

/** A heading with what stands below it, up to the next one. */
export type Block = { heading: Line | null; level: number; lines: Line[] };

const headingPattern = /^\s{0,3}(#{1,6})\s{1,4}(\S.*)$/;
const boldHeading = /^\*\*([^*]{1,100})\*\*:?\s*$/;
export const severityWord =
  /\b(critical|blocker|high|major|medium|moderate|minor|low|nit)(?:s|-severity|-priority)?\b/i;
/** What is praised, done or merely listed is not reported. */
export const notReported = pattern(
  'i',
  /\b/,
  anyOf(
    /strengths?|positives?|praise|good|well|fine|great|nice|summary|overview|scope|context|background/,
    /conclusion|verified|verification|checked|tested|tests? (?:run|written)|reviewed/,
    /files? (?:changed|read|reviewed)|changed files|changes made|what (?:was|i|changed)|next steps/,
    /not issues?|no issues?|methodology|legend/,
  ),
  /\b/,
);
const soleVerdict = /^\W{0,8}(PASSED|NEEDS_WORK)\W{0,8}$/;

export const blocksOf = (lines: readonly Line[]): Block[] => {
  const blocks: Block[] = [{ heading: null, level: 0, lines: [] }];
  let fenced = false;
  for (const line of lines) {
    if (/^\s{0,24}(?:`{3}|~{3})/.test(line.text)) fenced = !fenced;
    const head = line.text.slice(0, 1_000);
    const match = fenced ? null : headingPattern.exec(head);
    const bold = fenced || match ? null : boldHeading.exec(head);
    const words = match?.[2] ?? bold?.[1];
    if (words === undefined) blocks.at(-1)?.lines.push(line);
    else blocks.push({ heading: { text: words, at: line.at }, level: match?.[1]?.length ?? 7, lines: [] });
  }
  return blocks;
};

/** Verdicts are taken out; where they disagree, the worse one counts. */
export const takeVerdict = (lines: readonly Line[]): { stated: Stated | null; rest: Line[] } => {
  const rest: Line[] = [];
  let stated: Stated | null = null;
  let awaiting = false;
  for (const line of lines) {
    const said: string | null =
      verdictLine(line.text) ?? (awaiting ? line.text : null) ?? soleVerdict.exec(line.text.slice(0, 100))?.[1] ?? null;
    awaiting = said !== null && said.trim() === '' && (awaiting || verdictLine(line.text) !== null);
    const verdict = said === null ? null : toVerdict(said);
    if (said !== null && verdict && stated?.verdict !== 'NEEDS_WORK')
      stated = { verdict, words: cutEnd(said.trim(), 200), place: `line ${line.at}` };
    if (said === null || (!verdict && !awaiting)) rest.push(line);
  }
  return { stated, rest };
};
