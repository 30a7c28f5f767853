/** Whether a finding asks for something that lasts: it says that it is missing, or wishes for it. */
import type { Asking } from '../../model/patch.ts';
import { anyOf, pattern } from '../../plain/pattern.ts';

export type Kind = 'schema' | 'state' | 'setting' | 'dependency' | 'job';

const mostText = 20_000;

const textOf = ({ title, description, suggestion = '', rule = '', category }: Asking): string =>
  `${title}\n${description}\n${suggestion}\n${rule}\n${category}`.slice(0, mostText);

const nouns: Readonly<Record<Kind, string>> = {
  schema: anyOf(
    /migrations?|schemas?|columns?|tables?|ind(?:ex|exes|ices)|constraints?|foreign keys?/,
    /unique|stored fields?|fields?/,
  ),
  state: anyOf(/cookies?|local ?storage|indexed ?db|persist\w*|database|file|storage|cache/),
  setting: anyOf(/env(?:ironment)?(?: variables?| vars?)?|config\w*|settings?|options?|flags?|parameters?|keys?/),
  dependency: anyOf(/dependenc(?:y|ies)|packages?|librar(?:y|ies)|modules?/),
  job: anyOf(/jobs?|workers?|queues?|timers?|threads?|tasks?/),
};

const words = (...choices: readonly RegExp[]): RegExp =>
  pattern('i', String.raw`\b`, anyOf(...choices), String.raw`\b`);

/** These words alone say what is to come. */
const telling: Readonly<Record<Kind, RegExp>> = {
  schema: words(
    /migrations?|db schema|database schema/,
    /(?:not|never) (?:persisted|stored|saved)|lost (?:after|on|when) (?:a )?restart/,
  ),
  state: /\b(?:(?:not|never) (?:persisted|stored|saved|remembered|kept)|forgets?|lost (?:after|on|when)|survive)\b/i,
  setting: words(
    /hard-?\s?coded|configurable|environment variables?|env vars?|process\.env|os\.environ|feature flags?/,
    /secrets? in (?:the )?(?:code|source)/,
  ),
  dependency: /\b(?:undeclared|unlisted|extraneous|phantom|not (?:listed|declared) in|no-extraneous-dependencies)\b/i,
  job: words(
    /background|cron\w*|schedul\w+|periodic\w*|poll\w*|intervals?|asynchronous\w*/,
    /blocks? the (?:event loop|request)/,
  ),
};

const wish = anyOf(
  /add|create|introduce|define|declare|needs?|needed|require[sd]?|missing|lacks?|lacking|without|no|enforce|wants?/,
  /should (?:be|have|use|come from)|must (?:be|have)|make|move(?: it| them)? (?:in)?to|put (?:it )?in(?:to)?/,
  /(?:read|load|take)(?: it)? from|persist|store|save|keep|use an?|run/,
);
const lack = anyOf(/is missing|are missing|missing|is absent|does not exist|should|must|needs?|is not there/);

/** So many words may stand between the two. */
const near = String.raw`(?:\W+\w+){0,5}?\W+`;

const wishes = Object.fromEntries(
  Object.entries(nouns).map(([kind, noun]) => [
    kind,
    [
      pattern('i', String.raw`\b`, wish, near, noun, String.raw`\b`),
      pattern('i', String.raw`\b`, noun, near, lack, String.raw`\b`),
    ],
  ]),
);

const asks = (text: string, kind: Kind): boolean =>
  telling[kind].test(text) || (wishes[kind] ?? []).some((each) => each.test(text));

/** Shorter ones are part of other words. */
const leastName = 3;

/** `named`: where the finding itself calls it by its name, it is what it is about. */
export const isAskedFor = (findings: readonly Asking[], kind: Kind, named = ''): boolean =>
  findings.some((finding) => {
    const text = textOf(finding);
    return asks(text, kind) || (named.length > leastName && text.toLowerCase().includes(named.toLowerCase()));
  });

/** The finding lies in that very file: what is added there is about it. */
export const isIn = (findings: readonly Asking[], path: string): boolean => findings.some(({ file }) => file === path);
