/** What a hostile agent does to Fixpoint's own files of the run, once it has found them. */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { plant } from './plant.ts';
import type { Reach } from './reach.ts';
import type { Place } from './tricks.ts';

type Tampering = (reach: Reach & { control: string }, place: Place) => void;

const moveOut = (path: string, outside: string): void => {
  if (existsSync(path)) renameSync(path, `${path}.moved`);
  symlinkSync(outside, path);
};

/** Digests of all files as the seal has them: an agent that knows how can make the seal fit what it planted. */
export const reseal = (runFolder: string): void => {
  const seal = join(runFolder, 'control.sha256');
  const lines = readFileSync(seal, 'utf8').split('\n').filter(Boolean);
  const known = new Set(lines.map((line) => line.slice(line.indexOf('  ') + 2)));
  const fresh = new Map(lines.map((line) => [line.slice(line.indexOf('  ') + 2), line.slice(0, line.indexOf('  '))]));
  const visit = (folder: string, label: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const name = `${label}/${entry.name}`;
      if (name === 'control.git/objects') visit(join(folder, entry.name, 'info'), `${name}/info`);
      else if (entry.isDirectory()) {
        fresh.set(name, 'folder');
        visit(join(folder, entry.name), name);
      } else
        fresh.set(
          name,
          createHash('sha256')
            .update(readFileSync(join(folder, entry.name)))
            .digest('hex'),
        );
    }
  };
  visit(join(runFolder, 'control.git'), 'control.git');
  if (known.has('custody.json'))
    fresh.set(
      'custody.json',
      createHash('sha256')
        .update(readFileSync(join(runFolder, 'custody.json')))
        .digest('hex'),
    );
  const text = [...fresh].map(([name, digest]) => `${digest}  ${name}\n`);
  writeFileSync(seal, text.toSorted().join(''));
};

/** Each of them must stop the run. */
export const tampering = {
  'its configuration': ({ control }, { canary }) => plant(control, canary),
  'its attributes': ({ control }) => writeFileSync(join(control, 'info/attributes'), '* filter=planted\n'),
  'its hooks': ({ control }, { canary }) => {
    mkdirSync(join(control, 'hooks'), { recursive: true });
    writeFileSync(join(control, 'hooks/reference-transaction'), `#!/bin/sh\n${canary.command('control hook')}\n`);
    chmodSync(join(control, 'hooks/reference-transaction'), 0o755);
  },
  'its alternates': ({ control }, { outside }) =>
    appendFileSync(join(control, 'objects/info/alternates'), `${outside}\n`),
  'its HEAD': ({ control }) => writeFileSync(join(control, 'HEAD'), 'ref: refs/heads/other\n'),
  'its refs': ({ control }) => {
    mkdirSync(join(control, 'refs/replace'), { recursive: true });
    writeFileSync(join(control, 'refs/replace/x'), `${'0'.repeat(40)}\n`);
  },
  'its configuration and the seal': ({ control, runFolder }, { canary }) => {
    plant(control, canary);
    reseal(runFolder);
  },
  'the frozen facts': ({ runFolder }, { outside }) => {
    const file = join(runFolder, 'custody.json');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll(/"root": "[^"]*"/g, `"root": ${JSON.stringify(outside)}`),
    );
  },
  'the folder of workspaces': ({ runFolder }, { outside }) => moveOut(join(runFolder, 'workspaces'), outside),
  'the folder of indexes': ({ runFolder }, { outside }) => moveOut(join(runFolder, 'index'), outside),
  'all of the control repository': ({ control }) => rmSync(control, { recursive: true }),
} satisfies Record<string, Tampering>;

/** Each of them must come to nothing: what was written is not believed, and nothing is written through it. */
export const meddling = {
  'the custody index': ({ runFolder }) => {
    for (const name of readdirSync(join(runFolder, 'index')))
      writeFileSync(join(runFolder, 'index', name), 'DIRC nonsense');
  },
  'the custody index by a link': ({ runFolder }, { outside }) => {
    for (const name of readdirSync(join(runFolder, 'index')))
      moveOut(join(runFolder, 'index', name), join(outside, 'file.txt'));
  },
  'a lock for the custody index': ({ runFolder }) => {
    for (const name of readdirSync(join(runFolder, 'index')))
      writeFileSync(join(runFolder, 'index', `${name}.lock`), '');
  },
  'the folder of artifacts': ({ runFolder }, { outside }) => moveOut(join(runFolder, 'artifacts'), outside),
  'a folder in the artifacts': ({ runFolder }, { outside }) => moveOut(join(runFolder, 'artifacts/attempts'), outside),
  'an artifact to come': ({ runFolder }, { outside }) => {
    for (const unit of readdirSync(join(runFolder, 'artifacts/attempts'))) {
      for (const name of ['change.patch', 'transcript.txt'])
        symlinkSync(join(outside, 'file.txt'), join(runFolder, 'artifacts/attempts', unit, name));
    }
    symlinkSync(join(outside, 'file.txt'), join(runFolder, 'artifacts/result.patch'));
  },
  'the folder of exchanges': ({ runFolder }, { outside }) => moveOut(join(runFolder, 'scratch'), outside),
  'the folder of backups': ({ runFolder }, { outside }) => moveOut(join(runFolder, 'apply'), outside),
  'the folder of looks': ({ runFolder }, { outside }) => moveOut(join(runFolder, '../../tmp'), outside),
} satisfies Record<string, Tampering>;

export type Tamper = keyof typeof tampering;
export type Meddle = keyof typeof meddling;
