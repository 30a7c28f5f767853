/** Reads patches, apart from everything else: what it reads may be made to hurt whoever reads it. */
import type { Patch } from '../model/patch.ts';
import type { Remark } from '../model/remark.ts';

export type Inspector = {
  /** Ends within its limit. What could not be read is a remark of its own, never silence. */
  inspect: (patch: Patch) => Promise<Remark[]>;
  /** There will be something to read: what that takes is started as soon as agents have begun to work. */
  getReady: () => void;
  /** Then nothing is started any more, and nothing can be read. */
  close: () => Promise<void>;
};
