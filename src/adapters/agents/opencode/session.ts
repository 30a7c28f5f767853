/**
 * Conversations of opencode: each belongs to the folder that it began in. Going on in another, it never says what
 * becomes of it.
 */
import { createHash } from 'node:crypto';
import type { AgentRequest } from '../../../ports/agent.ts';

const markOf = (workspace: string): string => createHash('sha256').update(workspace).digest('hex').slice(0, 12);

/** What we call it, so that it is known later where it belongs. */
export const nameOfSession = (id: string, workspace: string): string => `${id}@${markOf(workspace)}`;

/**
 * Its own name of the conversation that the call goes on with, and why it cannot, if so; it cannot go on in a copy
 * either.
 */
export const sessionToGoOn = ({ session, workspace }: AgentRequest): { id?: string; problem?: string } => {
  if (session === undefined) return {};
  const [id = '', mark] = session.id.split('@');
  if (mark === markOf(workspace) && session.fork !== true) return { id };
  return { problem: `session ${id} belongs to another folder, so a new one was started` };
};
