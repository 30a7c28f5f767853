/** Which agents can go on in a copy of a conversation, so that several calls may begin from the same one (3.5). */

/** Kinds of agents. The others begin anew, with a summary in their prompt. */
export const forkingKinds: ReadonlySet<string> = new Set(['claude', 'codex', 'gemini']);
