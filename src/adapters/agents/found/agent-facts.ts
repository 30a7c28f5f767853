/** What is known of each agent without looking for it. */
import type { KnownAgent } from '../../../ports/installed-agents.ts';

type Facts = { tested: string; install: string; signIn: string; env: Readonly<Record<string, string>> };

/**
 * `tested`: the version that this one was built and tested with. `env`: keeps it from talking to anybody when asked for
 * its version.
 */
export const agentFacts: Readonly<Record<KnownAgent, Facts>> = {
  claude: {
    tested: '2.1.325',
    install: 'npm install -g @anthropic-ai/claude-code',
    signIn: 'run `claude` and sign in, or set ANTHROPIC_API_KEY',
    env: { DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
  },
  codex: {
    tested: '0.166.0',
    install: 'npm install -g @openai/codex',
    signIn: 'run `codex login`, or set CODEX_API_KEY',
    env: {},
  },
  gemini: {
    tested: '0.61.0',
    install: 'npm install -g @google/gemini-cli',
    signIn: 'run `gemini` and sign in, or set GEMINI_API_KEY',
    env: { GEMINI_CLI_NO_RELAUNCH: 'true' },
  },
  opencode: {
    tested: '1.18.33',
    install: 'npm install -g opencode-ai',
    signIn: 'run `opencode auth login`, or set the key of a provider',
    env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
  },
};

export const howToInstall = (name: KnownAgent): string => agentFacts[name].install;
