/** Skills: what a reviewing agent looks for, as markdown with a head that says what it is. */
import { z } from 'zod';
import { PromptError } from './error.ts';
import { readFrontMatter } from './front-matter.ts';
import { builtInNames, builtInPrompt, type OwnPrompts, ownPrompt, reviewerFolder } from './load.ts';

export type Skill = {
  name: string;
  description: string;
  /** It is of no use for changes in none of them; empty: for all. */
  languages: string[];
  /** The form that it answers in: a list, or groups that can be fixed independently. */
  answer: 'findings' | 'groups';
  body: string;
};

const Head = z.strictObject({
  name: z.string(),
  description: z.string().trim().min(1).max(200),
  languages: z.array(z.string().trim().min(1).max(40)).max(40).default([]),
  answer: z.enum(['findings', 'groups']).default('findings'),
});

const remedies: Readonly<Record<string, string>> = {
  name: 'it must be the name of the file, without .md',
  description: 'it must be there: one line of at most 200 characters',
  languages: 'it must be a list of languages, such as [python, go]',
  answer: 'it must be findings or groups',
};

const example = 'A skill begins like this:\n---\nname: house-rules\ndescription: what we have agreed on\n---';

/** Null when there is none of this name. Throws PromptError for one that cannot be used. */
export const readSkill = (name: string, own: OwnPrompts = {}): Skill | null => {
  const key = `${reviewerFolder}/${name}`;
  const mine = ownPrompt(key, own);
  const text = mine ?? builtInPrompt(key);
  return text === null ? null : parseSkill(name, text, mine === null ? `${key}.md` : `.fixpoint/${key}.md`);
};

/** All that there are: of the repository, and built in. */
export const skillNames = (own: OwnPrompts = {}): string[] => {
  const keys = new Set([...builtInNames(), ...Object.keys(own)]);
  const prefix = `${reviewerFolder}/`;
  return [...keys].flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])).sort();
};

/** As `readSkill`, for one that has to be there. */
export const loadSkill = (name: string, own: OwnPrompts = {}): Skill => {
  const skill = readSkill(name, own);
  if (skill !== null) return skill;
  throw new PromptError(
    `There is no skill ${show(name)}. Name one of these: ${skillNames(own).join(', ')}; or write one of ` +
      `your own to .fixpoint/${reviewerFolder}/.`,
  );
};

const parseSkill = (name: string, text: string, file: string): Skill => {
  const matter = readFrontMatter(text);
  if (typeof matter === 'string') throw new PromptError(`${file} cannot be used: ${matter}. ${example}`);
  const head = Head.safeParse(matter.head);
  const problems = head.success ? [] : problemsOf(head.error);
  if (head.success && head.data.name !== name)
    problems.push(`name: ${remedies['name'] ?? ''} (${name}); it is ${show(head.data.name)}`);
  if (matter.body === '') problems.push('there is nothing below its head; say there what to look for');
  if (!head.success || problems.length > 0)
    throw new PromptError(`${file} cannot be used: ${problems.join('; ')}. ${example}`);
  return { ...head.data, body: matter.body };
};

const problemsOf = (error: z.ZodError): string[] => [
  ...new Set(
    error.issues.flatMap((issue) => {
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map(
          (key) => `${show(key)}: there is no such key; known are ${Object.keys(Head.shape).join(', ')}`,
        );
      const [key = ''] = issue.path.map(String);
      return [key === '' ? 'its head must be keys with values' : `${key}: ${remedies[key] ?? issue.message}`];
    }),
  ),
];

const show = (value: string): string => JSON.stringify(value.slice(0, 60));
