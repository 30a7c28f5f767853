/** What a repository has to set it up, verify and lint it: looked at as it was committed last. Starts nothing of it. */
import { detect } from '../../detect/detect.ts';
import type { Finds } from '../../detect/found.ts';
import { tells } from '../../detect/telling.ts';
import type { Repo } from '../../ports/repo.ts';
import type { App } from '../app.ts';

export const surveyProject = async (app: App, repo: Pick<Repo, 'head' | 'survey' | 'root'>): Promise<Finds> => {
  const [{ commit }, { findProgram }] = await Promise.all([repo.head(), app.agents()]);
  const { files, texts } = await repo.survey(commit, tells);
  const path = app.env['PATH'] ?? '';
  const known = new Map<string, boolean>();
  const canStart = (program: string): boolean => {
    const found = known.get(program) ?? findProgram(program, path, repo.root) !== null;
    known.set(program, found);
    return found;
  };
  return detect({ files, texts, canStart });
};
