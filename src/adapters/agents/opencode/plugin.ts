/** A plugin for opencode: tells what its own events leave out, and keeps it to the commands that it may run. */

/** What it says about a command that it may not run. */
export const notAllowed = 'This command is not one of those that may be run here';

/**
 * It waits for a model without a word, for hours if that asks it to, and says what it writes only when it is done with
 * it. So: each time it waits, and a sign of life while something comes.
 *
 * Its own rules look at the commands of a line one by one, and a line without a command, `> file`, is not looked at.
 *
 * @param lines shell lines that may be run; null for any
 */
export const opencodePlugin = (lines: readonly string[] | null): string => `const lines = ${JSON.stringify(lines)};
const print = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
let last = 0;
export const fixpoint = async () => ({
  event: async ({ event: { type, properties } }) => {
    const now = Date.now();
    if (type === 'session.status' && properties?.status?.type === 'retry') {
      const { attempt, message, next } = properties.status;
      print({ type: 'fixpoint_retry', sessionID: properties.sessionID, attempt, message, waitMs: next - now });
    } else if (type === 'message.part.delta' && now - last > 1000) {
      last = now;
      print({ type: 'fixpoint_alive' });
    }
  },
  'tool.execute.before': async ({ tool }, { args }) => {
    if (tool === 'bash' && lines !== null && !lines.includes(String(args?.command).trim()))
      throw new Error([${JSON.stringify(`${notAllowed}:`)}, ...lines].join('\\n'));
  },
});
`;
