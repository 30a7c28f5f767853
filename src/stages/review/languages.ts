/** Tells by its name which language a file is written in. */

/** Extensions of each language; one that is listed twice belongs to both, first of all to the first. */
const extensions: Readonly<Record<string, string>> = {
  typescript: 'ts tsx mts cts',
  javascript: 'js jsx mjs cjs',
  python: 'py pyi pyw',
  go: 'go',
  rust: 'rs',
  java: 'java',
  kotlin: 'kt kts',
  scala: 'scala sc',
  groovy: 'groovy gradle',
  clojure: 'clj cljs cljc edn',
  c: 'c h',
  cpp: 'cpp cc cxx c++ hpp hh hxx h++ h ipp',
  'objective-c': 'm mm h',
  csharp: 'cs csx',
  fsharp: 'fs fsi fsx',
  'visual-basic': 'vb',
  ruby: 'rb rake gemspec erb',
  php: 'php phtml',
  swift: 'swift',
  dart: 'dart',
  elixir: 'ex exs eex heex leex',
  erlang: 'erl hrl',
  haskell: 'hs lhs',
  ocaml: 'ml mli',
  lua: 'lua',
  perl: 'pl pm',
  r: 'r rmd',
  julia: 'jl',
  zig: 'zig',
  nim: 'nim',
  solidity: 'sol',
  shell: 'sh bash zsh ksh fish bats',
  powershell: 'ps1 psm1 psd1',
  batch: 'bat cmd',
  yaml: 'yaml yml',
  json: 'json jsonc json5 jsonl',
  toml: 'toml',
  xml: 'xml xsd xsl xslt svg',
  markdown: 'md markdown mdx',
  restructuredtext: 'rst',
  html: 'html htm xhtml erb',
  vue: 'vue',
  svelte: 'svelte',
  astro: 'astro',
  css: 'css',
  scss: 'scss sass',
  less: 'less',
  sql: 'sql',
  graphql: 'graphql gql',
  protobuf: 'proto',
  terraform: 'tf tfvars',
  nix: 'nix',
  cmake: 'cmake',
  make: 'mk mak',
  dockerfile: 'dockerfile containerfile',
  starlark: 'bzl bazel star',
  jupyter: 'ipynb',
};

const names: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile containerfile',
  make: 'makefile gnumakefile bsdmakefile',
  cmake: 'cmakelists.txt',
  ruby: 'gemfile rakefile vagrantfile podfile fastfile brewfile',
  groovy: 'jenkinsfile',
  starlark: 'build workspace tiltfile',
  python: 'sconstruct sconscript',
  go: 'go.mod go.work',
  toml: 'pipfile cargo.lock poetry.lock uv.lock',
  shell: '.bashrc .bash_profile .zshrc .profile .envrc pkgbuild',
  json: '.eslintrc .babelrc .prettierrc',
};

/** Components hold scripts in either of these. */
const inside: Readonly<Record<string, readonly string[]>> = {
  vue: ['javascript', 'typescript'],
  svelte: ['javascript', 'typescript'],
  astro: ['javascript', 'typescript'],
};

/** What people write besides names and extensions. */
const aliases = new Map(
  Object.entries({
    golang: 'go',
    'c#': 'csharp',
    'f#': 'fsharp',
    objc: 'objective-c',
    'objective-c++': 'objective-c',
    shellscript: 'shell',
    docker: 'dockerfile',
    makefile: 'make',
    hcl: 'terraform',
    vb: 'visual-basic',
  }),
);

const byWord = (table: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> => {
  const languages = new Map<string, string[]>();
  for (const [language, words] of Object.entries(table)) {
    for (const word of words.split(' ')) languages.set(word, [...(languages.get(word) ?? []), language]);
  }
  return languages;
};

const byExtension = byWord(extensions);
const byName = byWord(names);

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1).toLowerCase();

const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
};

/** `Dockerfile.production` is as much of a Dockerfile as `production.dockerfile`. */
const withSuffix = /^(?:docker|container|make|jenkins)file(?=\.)/;

const languagesOf = (file: string): readonly string[] => {
  const name = nameOf(file);
  return byName.get(name) ?? byExtension.get(extensionOf(name)) ?? byName.get(withSuffix.exec(name)?.[0] ?? '') ?? [];
};

const languageNamed = (word: string): string =>
  Object.hasOwn(extensions, word) ? word : (aliases.get(word) ?? byExtension.get(word)?.[0] ?? word);

/**
 * Whether a file is in the language that a person named, by its name, an alias or an extension; a word nobody knows is
 * an extension.
 */
export const sameLanguage = (wanted: string, file: string): boolean => {
  const word = wanted.trim().toLowerCase();
  const found = languagesOf(file);
  if (found.length === 0) return word !== '' && extensionOf(nameOf(file)) === word;
  const language = languageNamed(word);
  return found.some((one) => one === language || (inside[one] ?? []).includes(language));
};
