/** The first hour in projects of other languages, with the tools of the machine. */
import { afterEach, describe, it } from 'vitest';
import { byFindings, compiledProjects } from '../support/ecosystems/compiled.ts';
import { firstHour, firstHourLimit, firstHourSays } from '../support/ecosystems/first-hour.ts';
import { whySkipped } from '../support/ecosystems/machine.ts';
import { javaProjects } from '../support/ecosystems/java.ts';
import { openProject } from '../support/ecosystems/open-project.ts';
import { pythonProjects } from '../support/ecosystems/python.ts';
import { scriptedProjects } from '../support/ecosystems/scripted.ts';
import type { Sandbox } from '../support/sandbox.ts';

let box: Sandbox | undefined;
afterEach(() => box?.dispose());

describe('run --yes', () => {
  for (const project of [...pythonProjects, ...compiledProjects, ...scriptedProjects])
    it.skipIf(whySkipped(project.needs) !== '')(
      `13.3 ${project.name}: ${firstHourSays}${whySkipped(project.needs)}`,
      { timeout: firstHourLimit },
      async () => {
        box = await openProject(project);
        await firstHour(box, project);
      },
    );
});

describe('fix FILE --yes', () => {
  for (const project of [...byFindings, ...javaProjects])
    it.skipIf(whySkipped(project.needs) !== '')(
      `13.3 ${project.name}: ${firstHourSays}${whySkipped(project.needs)}`,
      { timeout: firstHourLimit },
      async () => {
        box = await openProject({ files: { ...project.files, 'findings.txt': project.findings } });
        await firstHour(box, project, ['fix', 'findings.txt']);
      },
    );
});
