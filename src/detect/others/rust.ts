/** Rust, by cargo. */
import { type Detector, markedBy } from '../detector.ts';
import type { Folder } from '../folder.ts';
import { type Finds, finds } from '../found.ts';
import { hasSection, keysIn, sectionOf } from '../toml.ts';

const manifest = 'Cargo.toml';

const hasDependencies = (text: string): boolean =>
  hasSection(text, '(?:workspace\\.|build-|dev-)?dependencies\\.[\\w-]+') ||
  ['dependencies', 'dev-dependencies', 'build-dependencies', 'workspace\\.dependencies'].some(
    (name) => keysIn(sectionOf(text, name)).length > 0,
  );

const detect = (folder: Folder): Finds => {
  const places = [folder.place(manifest)];
  if (!folder.canStart('cargo'))
    return finds({
      kinds: ['Rust'],
      leftOut: [
        { message: 'cargo is not installed', remedy: 'install Rust from https://rustup.rs', places, isLanguage: true },
      ],
    });
  const texts = folder.files.filter((file) => file.endsWith(manifest)).map((file) => folder.text(file));
  const isLocked = folder.has('Cargo.lock');
  const fetches = {
    command: folder.run(isLocked ? 'cargo fetch --locked' : 'cargo fetch'),
    places: [folder.place(isLocked ? 'Cargo.lock' : manifest)],
  };
  const all = hasSection(folder.text(manifest), 'workspace') ? ' --workspace' : '';
  return finds({
    kinds: [all === '' ? 'Rust' : 'Rust workspace'],
    setup: texts.some(hasDependencies) ? [fetches] : [],
    verify: [{ command: folder.run(`cargo test${all}`), places }],
  });
};

export const rust: Detector = { marks: markedBy(manifest), detect };
