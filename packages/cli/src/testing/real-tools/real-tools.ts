import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder into which scripts/fetch-test-tools.mjs installs the command-line agents. */
export const TEST_TOOLS = process.env.ANIMA_TEST_TOOLS || join(tmpdir(), 'anima-test-tools');

/** A command-line agent, and how to run it without a terminal against a fake model. Keys are dummies. */
export interface RealTool {
  /** Its name in `anima connect`, also that of its agent. */
  name: string;
  program: string;
  /** Settings that a user made before, by path in the home. */
  settings(modelUrl: string): Record<string, string>;
  env(modelUrl: string): Record<string, string>;
  /** Arguments of one prompt, in a new session or in the latest one. */
  prompt(text: string, isContinued: boolean): string[];
  /** Whether its hooks report prompts, and whether its model gets their injections. */
  reportsPrompts: boolean;
  injects: boolean;
  /** Arguments that list MCP servers and their state. */
  lists?: string[];
  /** Arguments that stop the processes that a run leaves. */
  stop?: string[];
}

export const realTools: readonly RealTool[] = [
  {
    name: 'claude-code',
    program: 'claude',
    settings: () => ({ '.claude/settings.json': '{\n  "cleanupPeriodDays": 20\n}\n' }),
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'sk-ant-dummy-000',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      // Offers all tools from the first request on, so that the fake model need not search them.
      ENABLE_TOOL_SEARCH: 'false',
      MCP_CONNECTION_NONBLOCKING: 'false',
    }),
    prompt: (text, isContinued) => [...(isContinued ? ['-c'] : []), '-p', text],
    lists: ['mcp', 'list'],
    reportsPrompts: true,
    injects: true,
  },
  {
    name: 'codex',
    program: 'codex',
    settings: (url) => ({
      '.codex/config.toml': [
        '# Ada, 2026',
        // A model that Codex does not know gets all tools at once, and need not search them.
        'model = "fake-model"',
        'model_provider = "fake"',
        'check_for_update_on_startup = false',
        '',
        '[analytics]',
        'enabled = false',
        '',
        '[features]',
        'plugins = false  # offline',
        '',
        '[model_providers.fake]',
        'name = "fake"',
        `base_url = "${url}/v1"`,
        'env_key = "OPENAI_API_KEY"',
        'wire_api = "responses"',
        '',
      ].join('\n'),
    }),
    env: () => ({ OPENAI_API_KEY: 'sk-dummy-000' }),
    prompt: (text, isContinued) => [
      'exec',
      ...(isContinued ? ['resume', '--last'] : []),
      '--skip-git-repo-check',
      '--dangerously-bypass-hook-trust',
      text,
    ],
    reportsPrompts: true,
    injects: true,
  },
  {
    name: 'gemini-cli',
    program: 'gemini',
    settings: () => ({
      '.gemini/settings.json': `${JSON.stringify(
        {
          general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
          privacy: { usageStatisticsEnabled: false },
          security: { auth: { selectedType: 'gemini-api-key' } },
          telemetry: { enabled: false },
        },
        null,
        2,
      )}\n`,
    }),
    env: (url) => ({
      GEMINI_API_KEY: 'dummy-000',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_TELEMETRY_ENABLED: 'false',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    prompt: (text, isContinued) => [...(isContinued ? ['--resume', 'latest'] : []), '-p', text],
    lists: ['mcp', 'list'],
    reportsPrompts: true,
    injects: true,
  },
  {
    name: 'copilot',
    program: 'copilot',
    settings: () => ({ '.copilot/config.json': '{\n  "banner": "never"\n}\n' }),
    env: (url) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'dummy',
      COPILOT_MODEL: 'gpt-fake',
    }),
    prompt: (text, isContinued) => [
      ...(isContinued ? ['--continue'] : []),
      '--disable-client-telemetry',
      '--disable-builtin-mcps',
      '--allow-tool=anima',
      '-p',
      text,
    ],
    reportsPrompts: true,
    injects: true,
  },
  {
    name: 'cline',
    program: 'cline',
    settings: (url) => ({
      '.cline/data/settings/global-settings.json': '{"telemetryOptOut":true,"autoUpdateEnabled":false}',
      '.cline/data/settings/providers.json': JSON.stringify({
        version: 1,
        lastUsedProvider: 'openai-compatible',
        modes: {},
        providers: {
          'openai-compatible': {
            settings: {
              provider: 'openai-compatible',
              apiKey: 'dummy',
              model: 'fake-model',
              baseUrl: `${url}/v1`,
            },
            updatedAt: '2026-11-26T00:00:00.000Z',
            tokenSource: 'manual',
          },
        },
      }),
    }),
    env: () => ({ CLINE_NO_AUTO_UPDATE: '1' }),
    prompt: (text) => [text],
    reportsPrompts: false,
    injects: false,
    stop: ['hub', 'stop'],
  },
];

export const programOf = ({ program }: RealTool): string =>
  join(TEST_TOOLS, program, 'node_modules', '.bin', program);

export const isInstalled = (tool: RealTool): boolean => existsSync(programOf(tool));

/** Names the tool in titles of tests, with how to install it if it is missing. */
export const howToInstall = (tool: RealTool): string =>
  isInstalled(tool)
    ? tool.name
    : `${tool.name} (skipped, it is not in ${TEST_TOOLS}: node scripts/fetch-test-tools.mjs ${tool.program})`;
