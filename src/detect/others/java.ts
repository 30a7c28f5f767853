/** Java and its kin, by Maven or Gradle. */
import { type Detector, markedBy } from '../detector.ts';
import type { Folder } from '../folder.ts';
import { type Finds, finds, type LeftOut, type Place } from '../found.ts';

const style = /\b(checkstyle|pmd|spotbugs)\b/;

/** Their output is a file among many, whose place is up to the build. */
const unusedStyle = (folder: Folder, file: string): LeftOut[] => {
  const tool = style.exec(folder.text(file))?.[1];
  return tool === undefined
    ? []
    : [
        {
          message: `${tool} is part of the build, and its findings are not read`,
          remedy: 'add a reviewer whose command prints its report (Checkstyle XML, SARIF), or use fix --from FILE',
          places: [folder.place(file, style)],
        },
      ];
};

type Build = { name: string; program: string; wrapper: string; command: string; file: string };

const detectBuild = (folder: Folder, { name, program, wrapper, command, file }: Build): Finds => {
  const hasWrapper = folder.has(wrapper);
  const places: Place[] = [folder.place(file), ...(hasWrapper ? [folder.place(wrapper)] : [])];
  if (!hasWrapper && !folder.canStart(program))
    return finds({
      kinds: [name],
      leftOut: [
        {
          message: `${program} is not installed`,
          remedy: `install ${name}, or add its wrapper`,
          places,
          isLanguage: true,
        },
      ],
    });
  const start = hasWrapper ? `sh ./${wrapper}` : program;
  return finds({
    kinds: [name],
    verify: [{ command: folder.run(`${start} ${command}`), places }],
    leftOut: unusedStyle(folder, file),
  });
};

export const maven: Detector = {
  marks: markedBy('pom.xml'),
  detect: (folder) =>
    detectBuild(folder, { name: 'Maven', program: 'mvn', wrapper: 'mvnw', command: '-B -q test', file: 'pom.xml' }),
};

export const gradle: Detector = {
  marks: markedBy(/^(?:build|settings)\.gradle(?:\.kts)?$/),
  detect: (folder) => {
    const file = folder.files.find((each) => /^(?:build|settings)\.gradle(?:\.kts)?$/.test(each)) ?? '';
    const command = '--no-daemon --console=plain test';
    return detectBuild(folder, { name: 'Gradle', program: 'gradle', wrapper: 'gradlew', command, file });
  },
};
