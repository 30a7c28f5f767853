/** Answers on their way from people to the loop. */
import type { Answers } from '../../loop/engine.ts';
import type { Answer } from '../../loop/decide/questions.ts';

export class AnswerBox implements Answers {
  #answers: Answer[] = [];
  #arrival = Promise.withResolvers<null>();

  add = (answers: readonly Answer[]): void => {
    this.#answers.push(...answers);
    this.#arrival.resolve(null);
  };

  take = async (): Promise<readonly Answer[]> => {
    const taken = this.#answers;
    this.#answers = [];
    this.#arrival = Promise.withResolvers();
    return taken;
  };

  more = (): Promise<null> => this.#arrival.promise;
}
