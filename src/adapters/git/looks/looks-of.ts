/** How files look in a workspace: as in the user's checkout, or, where something is proven, as in a fresh clone. */
import type { Control } from '../control/control.ts';
import { cloneDirIn } from './clone-looks.ts';

export type Looks = {
  /** Of a git directory whose configuration and attributes say so. */
  gitDir: string;
  settings: Control['frozen']['settings'];
};

export const looksOf = ({ paths, frozen }: Control, { isForProof }: { isForProof: boolean }): Looks =>
  isForProof && frozen.clone !== null
    ? { gitDir: cloneDirIn(paths.control), settings: frozen.clone.settings }
    : { gitDir: paths.control, settings: frozen.settings };
