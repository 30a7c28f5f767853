/** A repository as detectors see it, made of a few files and the programs that a machine has. */
import { showCommand } from '../../src/config/values.ts';
import { detect } from '../../src/detect/detect.ts';
import { type Finds, showPlaces } from '../../src/detect/found.ts';
import { tells } from '../../src/detect/telling.ts';

/** What most machines of developers have. */
export const usual = 'npm node python3 make git sh';

export const project = (files: Readonly<Record<string, string>>, programs: string = usual): Finds => {
  const names = new Set(programs.split(' '));
  const texts = new Map(Object.entries(files).filter(([file]) => tells(file)));
  return detect({ files: Object.keys(files).toSorted(), texts, canStart: (program) => names.has(program) });
};

const said = ({ command, places }: Finds['verify'][number]): string =>
  `${showCommand(command)} [${showPlaces(places)}]`;

/** What was found, as short as a test can read it. */
export const summary = (found: Finds) => ({
  kinds: found.kinds.join(', '),
  setup: found.setup.map(said),
  verify: found.verify.map(said),
  reviewers: found.reviewers.map(({ name, command, places, ...rest }) => {
    const where = rest.cwd === undefined ? '' : ` in ${rest.cwd}`;
    return `${name}${where}, ${rest.format}: ${said({ command, places })}`;
  }),
  leftOut: found.leftOut.map(({ message, remedy, places }) =>
    `${message} [${showPlaces(places)}] ${remedy ?? ''}`.trim(),
  ),
});

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
