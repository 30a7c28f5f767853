/** A prompt or a skill that cannot be used: the message names the file, what is wrong in it, and what to do. */
export class PromptError extends Error {
  override name = 'PromptError';
}
