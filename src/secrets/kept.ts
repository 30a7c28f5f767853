/** What was cleaned before it was kept, and is shown as it is kept. */
import type { Clean } from '../model/clean.ts';
import { vouchFor } from './clean.ts';

/**
 * For what the journal gives back: only clean events go into it, and a standing is made of them. It loads next to
 * nothing, so that `fixpoint status` need not wait for what finds secrets.
 */
export const keptClean = <T>(value: T): Clean<T> => vouchFor<T>(value);
