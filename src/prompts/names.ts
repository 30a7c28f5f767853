/** Which prompts and reviewer skills come with Fixpoint, and what they are for. */
import { builtInNames, reviewerFolder } from './load.ts';
import { readSkill } from './skills.ts';

/** `name`: for people, and for `skill:` of a reviewer. `key`: what it is loaded by. */
export type PromptName = { name: string; key: string; kind: 'prompt' | 'reviewer'; description: string };

const descriptions: Readonly<Record<string, string>> = {
  adjudicate: 'what those are told who decide whether a disputed finding is wrong',
  challenge: 'what those who judge a fix are told',
  clarify: 'how to ask about findings that are unclear',
  delegate: 'what a fixer is told besides when it spreads groups of findings over sub-agents',
  'delegate-steps': 'the same where the findings come in the steps of a plan',
  fix: 'what every fixer is told',
  plan: 'how to plan the fixes',
  review: 'what every reviewer is told; the skill comes below it',
};

export const promptNames = (): PromptName[] => builtInNames().map(describe);

const describe = (key: string): PromptName => {
  const [folder, name] = key.split('/');
  if (folder !== reviewerFolder || name === undefined)
    return { name: key, key, kind: 'prompt', description: descriptions[key] ?? `the prompt ${key}` };
  return { name, key, kind: 'reviewer', description: readSkill(name)?.description ?? '' };
};
