/** golangci-lint, by its lines, which end with the linter, or its SARIF; it looks at packages, not at files. */
import { isIn, type KnownTool } from '../tool.ts';

const linters = new Set(
  `asciicheck bodyclose containedctx contextcheck copyloopvar cyclop depguard dogsled dupl durationcheck err113
  errcheck errchkjson errname errorlint exhaustive exhaustruct exportloopref forbidigo forcetypeassert funlen gci
  gochecknoglobals gochecknoinits gocognit goconst gocritic gocyclo godot godox gofmt gofumpt goimports gomnd
  gomoddirectives goprintffuncname gosec gosimple govet ineffassign interfacebloat ireturn lll maintidx makezero
  mirror misspell mnd nakedret nestif nilerr nilnil nlreturn noctx nolintlint nonamedreturns nosprintfhostport
  paralleltest perfsprint prealloc predeclared promlinter revive rowserrcheck sqlclosecheck staticcheck stylecheck
  tagliatelle testifylint thelper tparallel typecheck unconvert unparam unused usestdlibvars usetesting varnamelen
  wastedassign whitespace wrapcheck wsl wsl_v5`.split(/\s+/),
);

export const golangciLint: KnownTool = {
  name: 'golangci-lint',
  drivers: ['golangci-lint'],
  looksLike: ({ rule, file }) => rule !== undefined && isIn(file, /\.go$/) && linters.has(rule),
  files: ['**/*.go'],
  programs: ['golangci-lint'],
  // By default it keeps some of them to itself.
  command: (program) => [program, 'run', '--max-issues-per-linter=0', '--max-same-issues=0', './...'],
  format: 'lines',
  configuredBy: { files: ['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'] },
};
