/**
 * Lets git in a room find its objects, where the user's own lie in the very folder that the room takes the place of.
 */
import { isWithin } from '../sandbox/places.ts';

const objectsInside = '/run/fixpoint-objects';

export type ShownObjects = {
  /** To be shown under another path. */
  shown: { at: string; from: string }[];
  /** To be readable where they are. */
  readable: string[];
  /** The text of `objects/info/alternates` in the room. */
  alternates: string;
};

/** `folders`: those that the workspace's git borrows from. */
export const showObjects = (folders: readonly string[], root: string): ShownObjects => {
  const hidden = folders.filter((folder) => isWithin(folder, root));
  const shown = hidden.map((from, index) => ({ at: `${objectsInside}/${index}`, from }));
  const readable = folders.filter((folder) => !isWithin(folder, root));
  return {
    shown,
    readable,
    alternates: [...readable, ...shown.map(({ at }) => at)].map((folder) => `${folder}\n`).join(''),
  };
};
