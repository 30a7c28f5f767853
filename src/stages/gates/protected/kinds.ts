/** Paths that a fix may not simply change (7.3), by what they are. */

/**
 * Who may change it: a finding that lies in that very file, or whoever is permitted by `gates.allow` (either), or only
 * both together.
 */
import { anyOf, pattern } from '../../../plain/pattern.ts';

export type Protection = { needs: 'either' | 'both'; what: string };

type Entry = readonly [pattern: RegExp, what: string];

/** All in small letters, as names are compared. */
const both: readonly Entry[] = [
  [/^\.github\/(?:workflows|actions)(?:\/|$)|^\.github$/, 'CI'],
  [/^\.github\/(?:codeowners|dependabot\.ya?ml)$|^(?:docs\/)?codeowners$/, 'CI'],
  [/^\.(?:gitea|forgejo)(?:\/workflows)?(?:\/|$)/, 'CI'],
  [/(?:^|\/)\.gitlab-ci[^/]*\.ya?ml$|^\.gitlab(?:\/|$)/, 'CI'],
  [/^\.(?:circleci|buildkite|woodpecker|semaphore|teamcity|tekton|azure-pipelines|azuredevops|ci)(?:\/|$)/, 'CI'],
  [
    /(?:^|\/)(?:\.travis|\.?appveyor|azure-pipelines[^/]*|bitbucket-pipelines|\.drone|\.cirrus|\.woodpecker)\.ya?ml$/,
    'CI',
  ],
  [/(?:^|\/)(?:cloudbuild|buildspec|wercker|codefresh|codemagic)[^/]*\.ya?ml$|(?:^|\/)jenkinsfile[^/]*$/, 'CI'],
  [/(?:^|\/)\.(?:githooks|git-hooks|husky|hooks)(?:\/|$)/, 'a hook'],
  [
    /(?:^|\/)\.?(?:lefthook|lefthook-local)\.(?:ya?ml|toml|json)$|(?:^|\/)\.pre-commit-(?:config|hooks)\.ya?ml$/,
    'a hook',
  ],
  [/(?:^|\/)(?:\.overcommit\.yml|captainhook\.json|\.huskyrc[^/]*|\.simple-git-hooks[^/]*)$/, 'a hook'],
  [/(?:^|\/)(?:agents?|claude|gemini|qwen|crush|copilot|codex|warp)(?:\.local|\.override)?\.md$/, 'agent instructions'],
  [/(?:^|\/)\.(?:claude|cursor|codex|gemini|opencode|windsurf|roo|kiro|continue)(?:\/|$)/, 'agent instructions'],
  [/(?:^|\/)\.(?:amazonq|junie|agents|augment|trae)(?:\/|$)/, 'agent instructions'],
  [
    /(?:^|\/)\.(?:cursor|windsurf|cline|roo|goose|aider|augment)[^/]*(?:rules|hints|ignore|guidelines)[^/]*(?:\/|$)/,
    'agent instructions',
  ],
  [/(?:^|\/)\.(?:rules|mcp\.json|aider[^/]*)$|(?:^|\/)opencode\.jsonc?$|^\.vscode\/mcp\.json$/, 'agent instructions'],
  [/^\.github\/(?:copilot|instructions|prompts|chatmodes|agents|skills)/, 'agent instructions'],
  [/(?:^|\/)\.fixpoint(?:\/|$)/, 'prompts, reviewers and dispositions of Fixpoint'],
  [/(?:^|\/)\.?fixpoint[^/]*\.ya?ml$/, 'the configuration of Fixpoint'],
];

const either: readonly Entry[] = [
  [/(?:^|\/)(?:package-lock|npm-shrinkwrap|packages\.lock|deno\.lock)(?:\.json)?$/, 'a lock file'],
  [
    /(?:^|\/)(?:[^/]+\.lockb?|pnpm-lock\.ya?ml|go\.sum|go\.work\.sum|gradle\.lockfile|package\.resolved)$/,
    'a lock file',
  ],
  [
    /(?:^|\/)(?:package\.json|bower\.json|composer\.json|pnpm-workspace\.ya?ml|lerna\.json|deno\.jsonc?)$/,
    'a manifest',
  ],
  [/(?:^|\/)(?:pyproject\.toml|setup\.py|setup\.cfg|pipfile|environment\.ya?ml|conda[^/]*\.ya?ml)$/, 'a manifest'],
  [
    /(?:^|\/)[^/]*(?:requirements|constraints)[^/]*\.(?:txt|in)$|(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/,
    'a manifest',
  ],
  [
    /(?:^|\/)(?:cargo\.toml|go\.mod|go\.work|pom\.xml|build\.sbt|mix\.exs|gemfile|package\.swift|pubspec\.ya?ml)$/,
    'a manifest',
  ],
  [
    /(?:^|\/)[^/]+\.(?:gradle|gradle\.kts|gemspec|csproj|fsproj|vbproj|cabal|podspec)$|(?:^|\/)libs\.versions\.toml$/,
    'a manifest',
  ],
  [/(?:^|\/)(?:gnumakefile|makefile|[^/]+\.mk|\.?justfile|taskfile\.ya?ml|rakefile)$/, 'verification set-up'],
  [
    /(?:^|\/)(?:tox\.ini|noxfile\.py|pytest\.ini|\.coveragerc|sitecustomize\.py|usercustomize\.py)$/,
    'verification set-up',
  ],
  [
    pattern(
      '',
      /(?:^|\/)\.?/,
      anyOf(/jest|vitest|mocha|ava|karma|cypress|playwright|nyc|c8|jasmine/),
      /(?:rc|[^/]*\.conf(?:ig)?)(?:\.[^/]+)?$/,
    ),
    'verification set-up',
  ],
  [
    /(?:^|\/)\.(?:mocharc|nycrc|c8rc|npmrc|yarnrc|envrc)(?:\.[^/]+)?$|(?:^|\/)phpunit\.xml(?:\.dist)?$/,
    'verification set-up',
  ],
  [/(?:^|\/)\.cargo\/config(?:\.toml)?$|(?:^|\/)\.config\/nextest\.toml$|(?:^|\/)\.mvn(?:\/|$)/, 'verification set-up'],
  [/(?:^|\/)junit-platform\.properties$|(?:^|\/)gradle\.properties$|\.pth$/, 'verification set-up'],
];

/** `name` as `comparable` gives it. */
export const protectionOf = (name: string): Protection | null => {
  const strict = both.find(([pattern]) => pattern.test(name));
  if (strict !== undefined) return { needs: 'both', what: strict[1] };
  const open = either.find(([pattern]) => pattern.test(name));
  return open === undefined ? null : { needs: 'either', what: open[1] };
};

/** What a package manager writes. */
export const isLockFile = (path: string): boolean =>
  either.some(([pattern, what]) => what === 'a lock file' && pattern.test(path.toLowerCase()));
