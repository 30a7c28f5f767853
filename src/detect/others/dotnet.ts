/** .NET: solutions and projects. */
import { type Detector, markedBy } from '../detector.ts';
import { baseName, type Folder } from '../folder.ts';
import { type Finds, finds } from '../found.ts';

const project = /\.(?:cs|fs|vb)proj$/;
const solution = /\.slnx?$/;
const tests = /Microsoft\.NET\.Test\.Sdk|<IsTestProject>\s*true/i;

const detect = (folder: Folder): Finds => {
  const top = folder.files.find((file) => !file.includes('/') && (solution.test(file) || project.test(file)));
  const places = top === undefined ? [] : [folder.place(top)];
  if (!folder.canStart('dotnet'))
    return finds({
      kinds: ['.NET'],
      leftOut: [{ message: 'dotnet is not installed', remedy: 'install the .NET SDK', places, isLanguage: true }],
    });
  const tested = folder.files.find((file) => project.test(baseName(file)) && tests.test(folder.text(file)));
  return finds({
    kinds: ['.NET'],
    setup: [{ command: folder.run('dotnet restore'), places }],
    verify: [
      {
        command: folder.run(tested === undefined ? 'dotnet build' : 'dotnet test'),
        places: tested === undefined ? places : [folder.place(tested, tests)],
      },
    ],
    leftOut: tested === undefined ? [{ message: 'no tests were found in .NET: it is only built', places }] : [],
  });
};

export const dotnet: Detector = { marks: markedBy(solution, project), detect };
