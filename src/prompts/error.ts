/** A prompt or a skill that cannot be used: the message names the file, what is wrong in it, and what to do. */
import { Expected } from '../model/expected.ts';

export class PromptError extends Expected {
  override name = 'PromptError';

  constructor(message: string) {
    super('input', message);
  }
}
