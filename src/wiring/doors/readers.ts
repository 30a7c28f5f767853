/** The door for what is read in a workspace: the output of tools, the answers of reviewers, the results of tests. */
import { readMatching } from '../../adapters/files/files.ts';
import { bothRoots, lookIn } from '../../adapters/files/look-in.ts';
import { formatNames } from '../../config/sections/reviewing.ts';
import { readFindings } from '../../findings/read/read.ts';
import { notingFolder } from '../../findings/read/tool-formats.ts';
import type { Engine } from '../../loop/engine.ts';
import { cleanFindings } from '../../findings/read/clean-findings.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { readReview } from '../read-review.ts';

export const cleanReaders = (secrets: Secrets): Pick<Engine, 'readToolOutput' | 'readReview' | 'readFiles'> => ({
  readToolOutput: async (text, reviewer, root) => {
    const { name, folder = '' } = reviewer;
    const format = formatNames.find((each) => each === reviewer.format);
    const paths = { ...lookIn(root, folder), ...(await bothRoots(root)) };
    const read = await readFindings({ name: `output of ${name}`, text }, { ...paths, fromTool: true, format });
    return secrets.clean(cleanFindings(notingFolder(read, folder), secrets));
  },
  readReview: (result, reviewer, root) => readReview(result, reviewer, root, secrets),
  readFiles: async (...files) => secrets.clean(await readMatching(...files)),
});
