import { join } from 'node:path';
import { jsonFile } from '../files/json-file.js';
import { flatHooks, HOOK_TIMEOUT_SECONDS, mcpEntry, type Tool } from './tool.js';

const events = ['sessionStart', 'beforeSubmitPrompt', 'afterAgentResponse', 'sessionEnd'];

export const cursor: Tool = {
  name: 'cursor',
  title: 'Cursor',
  documentation: {
    version: '3.8',
    read: '2026-11-22',
    addresses: ['https://cursor.com/docs/agent/hooks', 'https://cursor.com/docs/context/mcp'],
  },
  signs: ({ home }) => [join(home, '.cursor')],
  program: 'cursor',
  files: (machine) => [
    jsonFile({
      path: join(machine.home, '.cursor', 'mcp.json'),
      what: 'the MCP server "anima"',
      entries: [{ at: ['mcpServers', 'anima'], value: mcpEntry(machine, 'cursor') }],
    }),
    jsonFile({
      path: join(machine.home, '.cursor', 'hooks.json'),
      what: 'hooks: recall at the start, store after an answer and at the end',
      entries: [
        { at: ['version'], value: 1, neededBy: 'hooks' },
        ...flatHooks(machine, 'cursor', events, { timeout: HOOK_TIMEOUT_SECONDS }),
      ],
    }),
  ],
  notes: ['Cursor accepts context at the start of a conversation only. Later, its agent recalls over MCP.'],
};
