/** Which hosts opencode has to reach for its model. */
import { z } from 'zod';
import type { OpencodeSettings } from './settings.ts';

type Variables = Readonly<Record<string, string>>;

const Base = z.object({ options: z.object({ baseURL: z.string() }) });

const baseVariables: Readonly<Record<string, string>> = { anthropic: 'ANTHROPIC_BASE_URL', openai: 'OPENAI_BASE_URL' };

const usualHosts: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['api.anthropic.com', 'console.anthropic.com'],
  openai: ['api.openai.com', 'auth.openai.com', 'chatgpt.com'],
  google: ['generativelanguage.googleapis.com'],
  openrouter: ['openrouter.ai'],
  opencode: ['opencode.ai'],
  'github-copilot': ['api.github.com', 'github.com', 'api.githubcopilot.com', 'api.individual.githubcopilot.com'],
  groq: ['api.groq.com'],
  mistral: ['api.mistral.ai'],
  deepseek: ['api.deepseek.com'],
  xai: ['api.x.ai'],
};

/** Hosts of the model's provider; of every known one when it is not known which it is. */
export const opencodeHosts = (
  settings: OpencodeSettings,
  model: string | undefined,
  variables: Variables,
): string[] => {
  const chosen = (model ?? settings.model)?.split('/')[0];
  const providers =
    chosen === undefined
      ? [...new Set([...Object.keys(settings.provider ?? {}), ...Object.keys(usualHosts)])]
      : [chosen];
  return [...new Set(providers.flatMap((provider) => hostsOf(provider, settings, variables)))];
};

const hostsOf = (provider: string, settings: OpencodeSettings, variables: Variables): readonly string[] => {
  const own = Base.safeParse(settings.provider?.[provider]);
  const base = own.success ? own.data.options.baseURL : variables[baseVariables[provider] ?? ''];
  if (base === undefined) return usualHosts[provider] ?? [];
  const url = base.replace(/\{env:([^{}]{1,200})\}/g, (_, name: string) => variables[name] ?? '');
  return URL.canParse(url) ? [new URL(url).host] : [];
};
