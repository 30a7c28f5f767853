/** The gates between a fix and its commit, cheap ones first: the first that refuses has the word. */
import { challenge } from './challenge.ts';
import { combined } from './combined.ts';
import type { Gate } from './gate.ts';
import { growth } from './scope/growth.ts';
import { dispute } from './decided/dispute.ts';
import { durable } from './decided/durable.ts';
import { hooks } from './hooks.ts';
import { noChange } from './no-change.ts';
import { proof } from './proof.ts';
import { protectedPaths } from './protected.ts';
import { readingGates } from './reading.ts';
import { staysRed } from './own/stays-red.ts';
import { takenOut } from './taken-out.ts';
import { target } from './target.ts';
import { toolAgain } from './tool.ts';
import { untouchedFile } from './untouched.ts';
import { verify } from './verify.ts';
import { weakExcuse } from './weak-excuse.ts';

export const gates: readonly Gate[] = [
  noChange,
  protectedPaths,
  weakExcuse,
  untouchedFile,
  growth,
  ...readingGates,
  dispute,
  target,
  hooks,
  durable,
  verify,
  toolAgain,
  staysRed,
  proof,
  takenOut,
  challenge,
  combined,
];

/** Undefined for names that a journal has from a version with other gates. */
export const gateNamed = (name: string | undefined): Gate | undefined => gates.find((each) => each.name === name);
