/** Shell: tests by bats, or a script that is called after what it does. */
import type { Detector } from '../detector.ts';
import type { Folder } from '../folder.ts';
import { type Finds, finds } from '../found.ts';

const bats = /^(?:tests?|spec)\/(?:.*\/)?[^/]+\.bats$/;
const script = /^(?:(?:tests?|scripts?|bin)\/)?(?:run[-_]?)?tests?(?:[-_]all)?\.(?:sh|bash)$/;

const detect = (folder: Folder): Finds => {
  const written = folder.files.find((file) => bats.test(file));
  if (written !== undefined) return withBats(folder, written);
  const own = folder.files.find((file) => script.test(file));
  if (own === undefined) return finds({ kinds: ['shell'] });
  const interpreter = /^#!.*\bbash\b/.test(folder.text(own)) || own.endsWith('.bash') ? 'bash' : 'sh';
  return finds({
    kinds: ['shell'],
    verify: [{ command: folder.run(`${interpreter} ./${own}`), places: [folder.place(own)] }],
  });
};

const withBats = (folder: Folder, written: string): Finds => {
  const places = [folder.place(written)];
  return folder.canStart('bats')
    ? finds({
        kinds: ['shell'],
        verify: [{ command: folder.run(`bats --recursive ${written.slice(0, written.indexOf('/'))}`), places }],
      })
    : finds({
        kinds: ['shell'],
        leftOut: [{ message: 'bats is not installed', remedy: 'install it with `npm install --global bats`', places }],
      });
};

export const shell: Detector = { marks: (file) => (/\.(?:sh|bash|bats)$/.test(file) ? '' : null), detect };
