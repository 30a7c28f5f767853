/** Secrets that a finding complains of, and that the patch only writes down in another way or in another place. */
import type { Asking } from '../../../../model/patch.ts';
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { ReadPatch } from '../../../read-patch.ts';
import { isTestFile } from '../../../test-files.ts';
import type { SourceChange } from '../../change.ts';
import type { Seen } from '../../seen.ts';
import { mentions } from '../../words.ts';

const aboutSecrets = pattern(
  'i',
  anyOf(
    /secret|password|passwd|credential|api.?key|private.?key|access.?key|hard-?coded (?:key|token)|token (?:is )?in /,
    /\bkeys? .{0,40}\b(?:in|hard-?coded)|CWE-(?:259|798|321)|S10[5-7]|S2068|S6418|G101|no-secrets|gitleaks/,
  ),
);

const quoted = /"([^"\n]{1,200})"|'([^'\n]{1,200})'|`([^`\n]{1,200})`/g;

/** A file's own lines are read up to here. */
const mostLines = 5_000;

const textsIn = (lines: readonly string[]): string[] =>
  lines
    .slice(0, mostLines)
    .flatMap((line) =>
      [...line.slice(0, 2_000).matchAll(quoted)].map(([, one, two, three]) => one ?? two ?? three ?? ''),
    );

const linesAt = (lines: readonly string[] | undefined, changed: ReadonlySet<number> | undefined): string[] =>
  [...(changed ?? [])].map((line) => lines?.[line - 1] ?? '');

const reversed = (text: string): string => Array.from(text).toReversed().join('');

/** All ways to write it that read the same to a program. */
const waysToWrite = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [
    secret,
    reversed(secret),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
    encodeURIComponent(secret),
  ];
};

const isSecret = (text: string): boolean =>
  text.length > 5 && !/\s/.test(text) && /\d|[^\w.-]/.test(text) && !/^[\w-]+\.(?:[a-z]{2,4})$/.test(text);

/** What the patch writes down: texts one by one, and all pieces of a file put together. */
const writtenIn = (lines: readonly string[]): string => [...lines, textsIn(lines).join('')].join('\n');

const freshLines = ({ before, after }: ReadPatch['files'][number]): string[] => {
  const were = new Set(before?.lines);
  return (after?.lines ?? []).filter((line) => !were.has(line)).slice(0, mostLines);
};

export const secretsKept = (
  changes: readonly SourceChange[],
  findings: readonly Asking[],
  { files }: ReadPatch,
): Seen[] => {
  if (!mentions(findings, aboutSecrets)) return [];
  const secrets = changes
    .filter(({ path }) => findings.some(({ file }) => file === path))
    .flatMap(({ before }) => textsIn(linesAt(before?.state.lines, before?.changed)))
    .filter(isSecret);
  if (secrets.length === 0) return [];
  return files
    .filter((file) => !isTestFile(file.path) && file.isOpaque !== true)
    .flatMap((file): Seen[] => {
      const written = writtenIn(freshLines(file));
      const kept = secrets.find((secret) => waysToWrite(secret).some((way) => written.includes(way)));
      return kept === undefined
        ? []
        : [
            {
              rule: 'hidden-name',
              path: file.path,
              line: 1,
              about: 'still writes the secret down, in another way or place',
            },
          ];
    })
    .slice(0, 1);
};
