/** Writes a configuration into a work tree that has none. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../model/expected.ts';
import { errnoOf } from '../../plain/errno.ts';

const name = 'fixpoint.yaml';
const others = ['fixpoint.yml', 'fixpoint.json'];

const isThereAlready = (file: string): InputError =>
  new InputError(`${file} is there already and was left as it is. To begin again, rename or remove it first.`);

/** Gives its name. InputError when there is one, whatever it is, or it cannot be written. */
export const writeConfigFile = async (root: string, text: string): Promise<string> => {
  const other = others.find((each) => existsSync(join(root, each)));
  if (other !== undefined) throw isThereAlready(other);
  try {
    await writeFile(join(root, name), text, { flag: 'wx' });
    return name;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw isThereAlready(name);
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(`${name} cannot be written: ${reason}.`);
  }
};
