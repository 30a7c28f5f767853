/** Why no agent can be called here, with what to do about the one that is closest to working. */
import { type FindRequest, type FoundAgent, type InstalledAgents, knownAgents } from '../../ports/installed-agents.ts';

/** Installing is the last resort: whoever has an agent wants to know what is wrong with it. */
const complaintAbout = ({ name, program, signedIn, signIn, problem }: FoundAgent): string | null => {
  if (program === null) return null;
  if (problem !== undefined) return `${name} does not start: ${problem}`;
  return signedIn === 'no' ? `${name} is not signed in: ${signIn}` : null;
};

export const whyNoAgent = async ({ find }: InstalledAgents, request: FindRequest): Promise<string> => {
  const found = await Promise.all(knownAgents.map((name) => find(name, request)));
  const complaint = found.map(complaintAbout).find((words) => words !== null);
  return complaint ?? 'no agent is installed (`fixpoint doctor` says which there are)';
};
