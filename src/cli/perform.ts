/** How a command is carried out. */
import type { Io } from './io.ts';

/** Does the work of a command and says with which code the program ends. */
export type Action = (io: Io) => Promise<number>;

/** Carries out an action; the program takes its code. */
export type Perform = (action: Action) => Promise<void>;
