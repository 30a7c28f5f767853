/** A question to an agent that only reads, and how its answer is understood. */
import type { Session } from '../../../model/attempt.ts';
import type { CallAnswer } from '../../../model/call.ts';
import type { AgentResult } from '../../../ports/agent.ts';
import type { OwnTimeout, Question } from '../fix/call.ts';

/** What a role is asked, where it looks, and how its answer is read. */
export type Consultation = {
  question: Question;
  session?: Session | undefined;
  timeout?: OwnTimeout | undefined;
  /** Files that it changed although it only reads are put back by then. */
  read: (result: AgentResult, changed: string[]) => Promise<{ answer: CallAnswer; message?: string | undefined }>;
};
