/** All kinds of projects of the campaign. */
import type { Kind } from './kind.ts';
import { builtByCommand, builtBySetup, go } from './kinds/built.ts';
import { formatter, generated, history } from './kinds/git.ts';
import { make, objectsInSetup, objectsInVerify } from './kinds/make.ts';
import { npm, workspaces } from './kinds/npm.ts';
import { editable, srcLayout } from './kinds/python.ts';

export const kinds: readonly Kind[] = [
  npm,
  workspaces,
  editable,
  srcLayout,
  make,
  objectsInVerify,
  objectsInSetup,
  builtBySetup,
  builtByCommand,
  go,
  history,
  generated,
  formatter,
];
