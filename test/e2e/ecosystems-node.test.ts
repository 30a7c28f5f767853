/** The first hour in projects of npm, pnpm, yarn and bun, with a registry on loopback. */
import { afterAll, afterEach, beforeAll, it } from 'vitest';
import { firstHour, firstHourLimit, firstHourSays } from '../support/ecosystems/first-hour.ts';
import { whySkipped } from '../support/ecosystems/machine.ts';
import { nodeProjects } from '../support/ecosystems/node.ts';
import { type NpmRegistry, openNpmRegistry } from '../support/ecosystems/npm-registry.ts';
import { openProject } from '../support/ecosystems/open-project.ts';
import type { Sandbox } from '../support/sandbox.ts';

let registry: NpmRegistry;
let box: Sandbox | undefined;
beforeAll(async () => {
  registry = await openNpmRegistry();
});
afterEach(() => box?.dispose());
afterAll(() => registry.close());

for (const project of nodeProjects)
  it.skipIf(whySkipped(project.needs) !== '')(
    `13.3 ${project.name}: ${firstHourSays}${whySkipped(project.needs)}`,
    { timeout: firstHourLimit },
    async () => {
      box = await openProject(project, registry.url);
      await firstHour(box, project);
    },
  );
