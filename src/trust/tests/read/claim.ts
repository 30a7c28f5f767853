/** What one assertion says, before it is known where it stands. */
import type { Check } from '../model.ts';

export type Claim = Pick<Check, 'kind' | 'level' | 'positive' | 'subject' | 'expected'> & {
  /** As it is written. */
  tolerance?: string;
};
