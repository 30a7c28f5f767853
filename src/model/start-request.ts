/** What a start is asked for, whoever asks: the command line fills it, the library takes it, the journal keeps it. */
import { z } from 'zod';
import { InputError } from './expected.ts';

export const StartRequest = z.object({
  configFile: z.string().optional().describe('A configuration file in place of the one at the root of the repository'),
  configFrom: z
    .string()
    .optional()
    .describe(
      'A branch, tag or commit that configuration, prompts, reviewers, dispositions and conventions are taken from',
    ),
  set: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Settings that win over all others, by dotted key: { "fix.concurrency": 8 }'),
  from: z.array(z.string()).optional().describe('Files with findings; - is standard input'),
  plan: z
    .string()
    .optional()
    .describe(
      'A plan, by its folder or master_todo.json: its steps are carried out, on its findings unless from names others',
    ),
  format: z.string().optional().describe('Format of the files with findings, when it cannot be detected'),
  reviewReport: z.string().optional().describe('A file with a report in prose that reaches every prompt'),
  only: z.array(z.string()).optional().describe('Codes, ids, files, globs or rules: nothing else is taken up'),
  exclude: z.array(z.string()).optional().describe('Files to leave out beside the configured ones, as in a .gitignore'),
  newSince: z
    .string()
    .optional()
    .describe('Only what came in since the current branch left this one; a branch, a tag or a commit'),
  includeDirty: z.boolean().optional().describe('Start from the work tree as it is, not from the last commit'),
  clarify: z
    .boolean()
    .optional()
    .describe('Questions come first, asked by the agent that fixes unless the configuration names another'),
  answers: z.record(z.string(), z.string()).optional().describe('Answers to questions, by their id'),
  session: z
    .string()
    .optional()
    .describe('A run that reviewed, asked or planned: its findings, answers and conversation are gone on with'),
  progress: z.string().optional().describe('File that entries in the form of PROGRESS.txt are added to'),
  record: z.string().optional().describe('Keep every call of an agent in this folder'),
  replay: z.string().optional().describe('Take the calls of agents from a recording in this folder'),
});
export type StartRequest = z.infer<typeof StartRequest>;

/** The fields of a request to start a run that say what is asked for. InputError when one cannot be used. */
export const startRequest = (given: object): StartRequest => {
  const { success, data, error } = StartRequest.safeParse(given);
  if (success) return data;
  const [issue] = error.issues;
  throw new InputError(issue === undefined ? 'The request cannot be used.' : whyNotUsed(issue));
};

const inWords: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  boolean: 'true or false',
  record: 'an object',
};

const whyNotUsed = (issue: z.core.$ZodIssue): string => {
  const [field = 'request', ...inside] = issue.path.map(String);
  const place = [field, ...inside.map((each) => `[${/^\d+$/.test(each) ? each : JSON.stringify(each)}]`)].join('');
  const need = issue.code === 'invalid_type' ? `has to be ${inWords[issue.expected] ?? issue.expected}` : issue.message;
  const meaning = Object.entries(StartRequest.shape).find(([name]) => name === field)?.[1].description ?? '';
  return `${place} of the request cannot be used: it ${need} (${meaning}). Correct it, or leave it out.`;
};
