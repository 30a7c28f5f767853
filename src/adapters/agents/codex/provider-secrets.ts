/** Keeps what the user wrote down as a secret of a provider off the command line. */
import { type Table, tableOf, textsOf } from './user-config.ts';

/** Tokens and headers that are written down in the settings go by the environment: command lines are for all to see. */
export const withoutSecrets = (own: Table): { provider: Table; env: Record<string, string> } => {
  const { experimental_bearer_token: token, http_headers: headers, ...rest } = own;
  const moved = headersOf(tableOf(headers));
  const env = Object.fromEntries(moved.map(({ variable, text }) => [variable, text]));
  const provider = withHeadersFrom(rest, moved);
  if (typeof token !== 'string') return { provider, env };
  return { provider: { ...provider, env_key: 'FIXPOINT_CODEX_TOKEN' }, env: { ...env, FIXPOINT_CODEX_TOKEN: token } };
};

type MovedHeader = { name: string; variable: string; text: string };

const withHeadersFrom = (provider: Table, moved: readonly MovedHeader[]): Table => {
  if (moved.length === 0) return provider;
  const named = Object.fromEntries(moved.map(({ name, variable }) => [name, variable]));
  return { ...provider, env_http_headers: { ...tableOf(provider['env_http_headers']), ...named } };
};

const headersOf = (headers: Table): MovedHeader[] =>
  Object.entries(headers).flatMap(([name, value], n) =>
    textsOf(value).map((text) => ({ name, variable: `FIXPOINT_CODEX_HEADER_${n}`, text })),
  );
