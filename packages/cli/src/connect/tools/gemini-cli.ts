import { join } from 'node:path';
import { jsonFile } from '../files/json-file.js';
import { HOOK_TIMEOUT_SECONDS, mcpEntry, nestedHooks, type Tool } from './tool.js';

const events = ['SessionStart', 'BeforeAgent', 'AfterAgent', 'SessionEnd'];

export const geminiCli: Tool = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  documentation: {
    version: '0.26',
    read: '2026-11-22',
    addresses: [
      'https://github.com/google-gemini/gemini-cli/blob/main/docs/hooks/reference.md',
      'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
    ],
  },
  signs: ({ home }) => [join(home, '.gemini')],
  program: 'gemini',
  files: (machine) => [
    jsonFile({
      path: join(machine.home, '.gemini', 'settings.json'),
      what: 'the MCP server "anima"; hooks: recall at the start and before a prompt, store after a turn and at the end',
      entries: [
        // `gemini -p` rejects the tools of untrusted servers.
        { at: ['mcpServers', 'anima'], value: { ...mcpEntry(machine, 'gemini-cli'), trust: true } },
        // Timeouts of Gemini CLI are in milliseconds.
        ...nestedHooks(machine, 'gemini-cli', events, HOOK_TIMEOUT_SECONDS * 1_000),
      ],
    }),
  ],
  notes: [],
};
