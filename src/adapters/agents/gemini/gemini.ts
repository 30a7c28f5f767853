/** Gemini CLI: how it is started for one call. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { AgentAccess, AgentRequest } from '../../../ports/agent.ts';
import type { CliCall, CliDriver, CliPlace } from '../shared/driver.ts';
import { given } from '../../../plain/given.ts';
import { geminiReader } from './events.ts';
import { needsOf } from './needs.ts';
import { geminiPolicy, geminiTools } from './policy.ts';
import { findGeminiSession, geminiSessions, geminiUser, type GeminiUser } from './user.ts';

export { geminiVariables } from './user.ts';

/** Without rules, which it drops when it cannot read them, these still allow nothing that the access does not. */
const approvalModes: Readonly<Record<AgentAccess, string>> = { read: 'default', edit: 'auto_edit', full: 'yolo' };

/**
 * A home of its own for the call: settings of the system are ignored unless root wrote them, and the user's are not
 * ours to use.
 */
const homeFolder = 'gemini-home';
const policyFile = 'gemini-policy.toml';
const inHome = (name: string): string => join(homeFolder, '.gemini', name);

/** Nothing is sent, shown, loaded or run that nobody asked for. */
const quiet = {
  // We wait and ask again ourselves.
  general: { maxAttempts: 1, enableAutoUpdate: false, enableAutoUpdateNotification: false },
  advanced: { ignoreLocalEnv: true },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  ui: { showCompatibilityWarnings: false },
  hooksConfig: { enabled: false },
  skills: { enabled: false },
};

const settings = (request: AgentRequest, { tools }: CliPlace, user: GeminiUser): unknown => {
  const core = geminiTools(request);
  return {
    ...quiet,
    // Checking the sign-in beforehand would load variables from the repository.
    security: { auth: { ...given({ selectedType: user.authType }), useExternal: true } },
    ...(core !== null && { tools: { core } }),
    ...(tools !== null && { mcpServers: { [tools.name]: { command: tools.command, args: tools.args, trust: true } } }),
    ...(user.model !== undefined && { model: { name: user.model } }),
  };
};

const commandText = 'prompt = "Do the task that follows the first line."\n';

const args = (request: AgentRequest, place: CliPlace, session: string | null): string[] => [
  '--output-format=stream-json',
  `--approval-mode=${approvalModes[request.access]}`,
  `--admin-policy=${join(request.scratch, policyFile)}`,
  // Takes effect after the repository's own settings were passed over as not trusted.
  '--skip-trust',
  '--extensions=none',
  `--allowed-mcp-server-names=${place.tools?.name ?? 'none'}`,
  ...(place.model === undefined ? [] : [`--model=${place.model}`]),
  ...(session === null ? [] : [`--session-file=${session}`]),
];

const environment = ({ scratch }: AgentRequest, user: GeminiUser): Record<string, string> => ({
  ...user.variables,
  GEMINI_CLI_HOME: join(scratch, homeFolder),
  GEMINI_CLI_NO_RELAUNCH: 'true',
  // Reports of errors, with the whole conversation, go there.
  TMPDIR: scratch,
  NO_BROWSER: 'true',
  NO_COLOR: '1',
});

export const geminiDriver: CliDriver = {
  call: (request, place) => {
    const user = geminiUser(place.environment);
    // A command of ours takes the prompt as it is: otherwise `@name` would be replaced by files, and a leading `/` be a
    // command.
    const command = `fixpoint-${randomUUID()}`;
    const session = request.session === undefined ? null : findGeminiSession(user.folder, request.session.id);
    return {
      args: args(request, place, session),
      stdin: `/${command}\n${request.prompt}`,
      env: environment(request, user),
      files: {
        [inHome('settings.json')]: JSON.stringify(settings(request, place, user)),
        [inHome(join('commands', `${command}.toml`))]: commandText,
        [policyFile]: geminiPolicy(request, place.tools?.name ?? null),
      },
      links: linksTo(user),
      needs: needsOf(place, user),
      ...given({ problems: session === null ? lostSession(request) : undefined }),
    };
  },
  reader: geminiReader,
};

const linksTo = ({ folder, credentials }: GeminiUser): NonNullable<CliCall['links']> => ({
  [inHome('tmp')]: geminiSessions(folder),
  ...Object.fromEntries(credentials.map((name) => [inHome(name), join(folder, name)])),
});

const lostSession = ({ session }: AgentRequest): string[] | undefined =>
  session && [`session ${session.id} is not there any more, so a new one was started`];
