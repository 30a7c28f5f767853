/** The marker that says which finding an issue is about: the first thing in its body, and only there. */
import type { WantedIssue } from '../../model/finding/leftover.ts';

/** `duplicate`: it says nothing any more, since another issue is about the same. */
export type Marker = {
  finding: string;
  want: WantedIssue | 'duplicate';
  digest: string;
  plan: string;
  /** When it was planned: an older plan changes nothing any more. */
  at: string;
};

const word = '[A-Za-z0-9._%]+';
const pattern = new RegExp(
  `^<!-- fixpoint:leftover v1 finding=(${word}) want=(open|fixed|dismissed|duplicate) digest=(${word}) ` +
    `plan=(${word}) at=(${word}) -->`,
);

/** Nothing of it can end the comment. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[-!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export const writeMarker = ({ finding, want, digest, plan, at }: Marker): string =>
  `<!-- fixpoint:leftover v1 finding=${encode(finding)} want=${want} digest=${encode(digest)} ` +
  `plan=${encode(plan)} at=${encode(at)} -->`;

const isWant = (text: string): text is Marker['want'] => ['open', 'fixed', 'dismissed', 'duplicate'].includes(text);

/** Null for a body that does not begin with one. */
export const readMarker = (body: string): Marker | null => {
  const [, finding = '', want = '', digest = '', plan = '', at = ''] = pattern.exec(body) ?? [];
  if (!isWant(want)) return null;
  return { finding: decode(finding), want, digest: decode(digest), plan: decode(plan), at: decode(at) };
};

/** By which a comment of ours is recognised. */
export const noteMarker = (plan: string): string => `<!-- fixpoint:note v1 plan=${encode(plan)} -->`;
