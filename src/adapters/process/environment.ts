/** The environment that started programs get: an allow-list, so that no secret of the user's reaches them unasked. */

const identity = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TMPDIR', 'TZ', 'LANG', 'LANGUAGE', 'CI'];
const folders = [
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
  'XDG_CONFIG_DIRS',
  'XDG_DATA_DIRS',
];
const certificates = [
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'NIX_SSL_CERT_FILE',
];
const proxies = [
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
];
/**
 * Where compilers, interpreters and package managers live; without them a test command finds another version or none.
 */
export const toolchainVariables: readonly string[] = `
  NVM_DIR NVM_BIN VOLTA_HOME FNM_DIR PNPM_HOME BUN_INSTALL DENO_DIR COREPACK_HOME PLAYWRIGHT_BROWSERS_PATH
  npm_config_registry npm_config_cache NPM_CONFIG_REGISTRY NPM_CONFIG_CACHE
  VIRTUAL_ENV CONDA_PREFIX PYENV_ROOT PYTHONPATH UV_CACHE_DIR PIP_CACHE_DIR POETRY_HOME
  GOPATH GOROOT GOCACHE GOMODCACHE GOFLAGS GOPROXY GOTOOLCHAIN CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN
  JAVA_HOME M2_HOME MAVEN_HOME GRADLE_USER_HOME ANDROID_HOME DOTNET_ROOT NUGET_PACKAGES
  GEM_HOME GEM_PATH RBENV_ROOT RBENV_VERSION BUNDLE_PATH
  ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR HOMEBREW_PREFIX NIX_PATH NIX_PROFILES
  LD_LIBRARY_PATH LIBRARY_PATH PKG_CONFIG_PATH CPATH`
  .trim()
  .split(/\s+/);

const allowed = new Set([...identity, ...folders, ...certificates, ...proxies, ...toolchainVariables]);

const isAllowed = (name: string): boolean => allowed.has(name) || name.startsWith('LC_');

export type Environment = Readonly<Record<string, string>>;

const utf8 = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

/**
 * What may be passed on of an environment. `TERM=dumb`: nobody watches, so nothing should draw. Without any locale many
 * programs print ASCII only, and fail on other characters.
 */
export const allowedEnvironment = (source: Readonly<Record<string, string | undefined>>): Environment => {
  const result: Record<string, string> = { TERM: 'dumb', LANG: utf8 };
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && isAllowed(name)) result[name] = value;
  }
  return result;
};
