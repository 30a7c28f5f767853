/** How a command is carried out. */
import type { App } from '../app/app.ts';
import type { Io } from './io.ts';

/** Does the work of a command and says with which code the program ends. */
export type Action = (io: Io, app: App) => Promise<number>;

/** Carries out an action with an App that is closed when it is done; the program takes its code. */
export type Perform = (action: Action) => Promise<void>;
