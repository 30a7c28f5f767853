/** Runs that file their leftovers in a fake tracker. */
import type { Report } from '../../../src/model/report.ts';
import type { Ended } from '../fixpoint.ts';
import { fixing, type FixingOptions } from '../fixing.ts';
import type { Sandbox } from '../sandbox.ts';
import type { FakeIssue } from '../../fakes/tracker/issues.ts';

/** `tracker`: variables for it. */
export type FilingOptions = FixingOptions & { to: 'github' | 'gitlab'; tracker: Record<string, string> };

export type Filing = { args: string[]; env: Record<string, string> };

export const filing = (sandbox: Sandbox, { to, tracker, set = [], ...options }: FilingOptions): Filing => ({
  args: fixing(sandbox, {
    ...options,
    set: [`leftovers.to=${to}`, 'leftovers.pause=1ms', 'limits.cycles=1', ...set],
  }).args,
  env: { ...sandbox.env, ...tracker },
});

export const file = (sandbox: Sandbox, options: FilingOptions): Promise<{ ended: Ended; report: Report }> => {
  const { args, env } = filing(sandbox, options);
  return sandbox.report(args, { env });
};

/** Whatever anybody could be called, closed or commanded by. */
export const dangers: readonly RegExp[] = [
  // Somebody is mentioned.
  /@[\w-]/,
  // Something is referred to, and perhaps closed.
  /#\d/,
  /\bGH-\d/i,
  /!\d/,
  /\/(?:issues|pull|merge_requests)\/\d/,
  // A bot is told something.
  /^\s*\/\w/m,
  // A comment that is not ours: some bots keep their state in one.
  /<!--(?! fixpoint:)/,
  // Steers a terminal, hides or turns text around.
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/u,
];

/** HTML that would be shown as such: in code it is not. */
const tagsIn = (texts: readonly string[]): string[] =>
  texts.flatMap(
    (text) => text.replaceAll(/(`+)[^\n]*?[^`]\1(?!`)/g, '').match(/<(?!!-- fixpoint:|https:)[^\n]{0,30}/g) ?? [],
  );

/** What is dangerous in an issue, with the places; nothing should be. */
export const dangersIn = ({ title, body, comments }: FakeIssue, ours: readonly string[] = []): string[] => {
  const texts = [title, body, ...comments.map((comment) => comment.body)];
  const foreign = texts.map((text) => ours.reduce((rest, own) => rest.replaceAll(own, ''), text));
  return [
    ...tagsIn(foreign),
    ...dangers.flatMap((danger) =>
      foreign.flatMap((text) => {
        const found = danger.exec(text);
        return found ? [`${danger}: …${text.slice(Math.max(0, found.index - 30), found.index + 30)}…`] : [];
      }),
    ),
  ];
};
