/** Words, by what they have in common. */
import { stemOf } from './words.ts';

export const stems = (text: string): ReadonlySet<string> => new Set(text.split(' ').map(stemOf));
