/** Finds the JSON in what an agent wrote: alone, in a fence, inside prose, cut off, or slightly broken. */
import { isRepairable } from './repairable.ts';
import { type Scan, scanJson, scanLoosely } from './scan.ts';

/** `start` and `end`: where it stands in the text. */
export type ExtractedJson = {
  value: unknown;
  how: 'plain' | 'fenced' | 'prose' | 'repaired';
  start: number;
  end: number;
};

type Candidate = { start: number; end: number; complete: boolean };

/** Nearly-JSON that never ends makes us read the rest of the text each time; this keeps the whole linear. */
const mostUnended = 3;
const mostRepairs = 8;

/**
 * The last object or array in the text that `accepts` likes; failing that, the last one at all. Values inside others do
 * not count. Takes time in proportion to the text, whatever it holds.
 */
export const extractJson = async (
  text: string,
  accepts: (value: unknown) => boolean = () => true,
): Promise<ExtractedJson | null> => {
  const found = await lastOf(text, findCandidates(text, true), accepts);
  if (found === null || accepts(found.value)) return found;
  // A brace or quote in the prose before may have made the answer look like a part of something broken.
  const plain = await lastOf(text, findCandidates(text, false), accepts);
  return plain !== null && accepts(plain.value) ? plain : found;
};

const lastOf = async (
  text: string,
  candidates: readonly Candidate[],
  accepts: (value: unknown) => boolean,
): Promise<ExtractedJson | null> => {
  let fallback: ExtractedJson | null = null;
  let repairs = 0;
  for (const candidate of candidates.toReversed()) {
    if (!candidate.complete && ++repairs > mostRepairs) continue;
    const found = await extract(text, candidate);
    if (found && accepts(found.value)) return found;
    fallback ??= found;
  }
  return fallback;
};

const extract = async (text: string, candidate: Candidate): Promise<ExtractedJson | null> => {
  const { start, end, complete } = candidate;
  const value = complete ? parse(text.slice(start, end)) : await repair(text, candidate);
  return value === undefined ? null : { value, how: complete ? surroundings(text, candidate) : 'repaired', start, end };
};

const opening = /[{[]/g;

const findCandidates = (text: string, alsoBroken: boolean): Candidate[] => {
  const found: Candidate[] = [];
  let unended = 0;
  let goOn = 0;
  for (let at = nextOpening(text, 0); at < text.length; at = nextOpening(text, goOn)) {
    const scan = scanJson(text, at);
    goOn = behind(scan, text, at);
    if (scan.kind === 'complete') found.push({ start: at, end: scan.end, complete: true });
    else if (alsoBroken && unended < mostUnended && looksLikeJson(text, at)) {
      const end = scan.kind === 'cut' ? null : scanLoosely(text, at);
      found.push({ start: at, end: end ?? text.length, complete: false });
      if (end === null) unended += 1;
      else goOn = end;
    }
  }
  return found;
};

/** Where to look for the next one. */
const behind = (scan: Scan, text: string, at: number): number => {
  if (scan.kind === 'cut') return text.length;
  return scan.kind === 'complete' ? scan.end : Math.max(at + 1, scan.at);
};

const nextOpening = (text: string, from: number): number => {
  opening.lastIndex = from;
  return opening.exec(text)?.index ?? text.length;
};

/** A key after a brace, or an object or string after a bracket: prose in braces is none of these. */
const jsonLike = /\{\s{0,200}(?:"|'|[A-Za-z_$][\w$-]{0,100}\s{0,9}:)|\[\s{0,200}(?:\{|"|')/y;

const looksLikeJson = (text: string, at: number): boolean => {
  jsonLike.lastIndex = at;
  return jsonLike.test(text);
};

const surroundings = (text: string, { start, end }: Candidate): 'plain' | 'fenced' | 'prose' => {
  if (/```[\w-]{0,20}\s{0,9}$/.test(text.slice(Math.max(0, start - 40), start))) return 'fenced';
  return text.slice(0, start).trim() === '' && text.slice(end).trim() === '' ? 'plain' : 'prose';
};

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** Undefined when nothing with a meaning comes out of it. */
const repair = async (text: string, { start, end }: Candidate): Promise<unknown> => {
  if (!isRepairable(text, start, end)) return undefined;
  // A cut answer may be followed by the end of its fence.
  const broken = text
    .slice(start, end)
    .trimEnd()
    .replace(/\n`{3,}$/, '');
  try {
    const { jsonrepair } = await import('jsonrepair');
    const value: unknown = JSON.parse(jsonrepair(broken));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};
