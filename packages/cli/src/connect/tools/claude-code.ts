import { join } from 'node:path';
import { jsonFile } from '../files/json-file.js';
import { HOOK_TIMEOUT_SECONDS, type Machine, mcpEntry, nestedHooks, type Tool } from './tool.js';

const claudeCodeEvents = ['SessionStart', 'UserPromptSubmit', 'Stop', 'PreCompact', 'SessionEnd'] as const;

/** Allows all tools of the MCP server "anima". */
const MCP_RULE = 'mcp__anima';

export const claudeCode: Tool = {
  name: 'claude-code',
  title: 'Claude Code',
  documentation: {
    version: '2.x',
    read: '2026-11-22',
    addresses: ['https://code.claude.com/docs/en/hooks', 'https://code.claude.com/docs/en/mcp'],
  },
  signs: ({ home, env }) => [configFolder(home, env), join(home, '.claude.json')],
  program: 'claude',
  files: (machine) => [
    jsonFile({
      path: mcpFile(machine),
      what: 'the MCP server "anima", for all projects',
      entries: [
        { at: ['mcpServers', 'anima'], value: { type: 'stdio', ...mcpEntry(machine, 'claude-code') } },
      ],
    }),
    jsonFile({
      path: join(configFolder(machine.home, machine.env), 'settings.json'),
      what: 'the permission to call the tools of Anima; hooks: recall at the start and before a prompt, store after a turn, before a compaction and at the end',
      entries: [
        ...nestedHooks(machine, 'claude-code', claudeCodeEvents, HOOK_TIMEOUT_SECONDS),
        // `claude -p` rejects tools without a rule.
        { listAt: ['permissions', 'allow'], item: MCP_RULE, isOurs: (item) => item === MCP_RULE },
      ],
    }),
  ],
  notes: ['Restart running sessions to load the hooks.'],
};

const configFolder = (home: string, env: NodeJS.ProcessEnv): string =>
  env.CLAUDE_CONFIG_DIR || join(home, '.claude');

/** The file is next to the default folder, but inside a folder that CLAUDE_CONFIG_DIR names. */
const mcpFile = ({ home, env }: Machine): string => join(env.CLAUDE_CONFIG_DIR || home, '.claude.json');
