/** `fixpoint fix [FILE…]`: fix findings that a review has already made; `--plan FILE` as somebody planned it. */
import type { Command } from 'commander';
import type { AcceptFlags } from '../../accept.ts';
import type { Perform } from '../../perform.ts';
import { addFlags, fixFlags } from '../../flags/flags.ts';
import { findingsArgument, fixOptions, requestOf, reviewOptions, withFiles, yesOption } from '../../flags/options.ts';

const examples = `
Examples:
  $ fixpoint fix results.sarif --yes
  $ fixpoint fix                                  what your latest \`fixpoint review\` found
  $ eslint -f json src | fixpoint fix - --verify 'npm test'
  $ fixpoint fix review.json lint.json --agent-command './my-agent' --in-place
  $ fixpoint fix lint.txt --recheck 'flake8 {files}' --require-proof tool
  $ fixpoint fix results.sarif --dry-run
  $ fixpoint fix review.json --base main    show the agent what your branch changed around each finding
  $ fixpoint fix results.sarif --clarify --challenger gemini
  $ fixpoint fix --plan plan
  $ fixpoint fix review.json --preset turbowrap

Formats are detected; --format names one:
  of many tools     sarif, checkstyle, junit, gitlab, list, rdjson, rdjsonl, annotations, stylish, lines
  of one tool       eslint, stylelint, biome, oxlint, ruff, ruff-lines, pylint, mypy, pyright, bandit, shellcheck,
                    cargo, golangci-lint, semgrep, rubocop, phpcs, gcc, markdownlint, htmlhint, knip, npm-audit,
                    biome-text, oxlint-text, shellcheck-text
  of reviews        github, answer, ralph, turbowrap, unified, accountability
A pipe as FILE is read until its writer closes it; one that nobody writes to is given up after 5 s.
`;

export const fixCommand = (program: Command, perform: Perform): void => {
  const command = program
    .command('fix')
    .description('fix the findings of files, or of your latest review, verify every fix, and hand over a branch');
  yesOption(reviewOptions(fixOptions(addFlags(findingsArgument(command), fixFlags))))
    .addHelpText('after', examples)
    .action((files: string[], flags: AcceptFlags & { from?: string[] }) =>
      perform(async (io, app) => {
        const { from = [], ...request } = await requestOf(withFiles(flags, files));
        const core = await import('../../../app/index.ts');
        if (from.length === 0 && request.plan === undefined) request.session ??= await core.newestReview(app, request);
        const { withFound } = await import('../../accept.ts');
        const purpose = { command: 'fix', asksReviewers: false } as const;
        const options = await withFound(app, { ...request, from }, purpose, { flags, io });
        if (options === null) return 0;
        if (flags.dryRun === true)
          return (await import('../../texts/dry-run.ts')).printPreview(await core.preview(app, options), flags, io);
        return (await import('../../drive.ts')).drive(
          app,
          (given) => core.fix(app, { ...options, ...given }),
          flags,
          io,
        );
      }),
    );
};
