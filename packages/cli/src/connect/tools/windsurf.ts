import { join } from 'node:path';
import { jsonFile } from '../files/json-file.js';
import { flatHooks, type Machine, mcpEntry, type Tool } from './tool.js';

const events = ['pre_user_prompt', 'post_cascade_response'];

export const windsurf: Tool = {
  name: 'windsurf',
  title: 'Windsurf',
  documentation: {
    version: '1.12 and later (Cascade hooks)',
    read: '2026-11-22',
    addresses: [
      'https://docs.windsurf.com/windsurf/cascade/hooks',
      'https://docs.windsurf.com/windsurf/cascade/mcp',
    ],
  },
  signs: (machine) => [folder(machine)],
  program: 'windsurf',
  files: (machine) => [
    jsonFile({
      path: join(folder(machine), 'mcp_config.json'),
      what: 'the MCP server "anima"',
      entries: [{ at: ['mcpServers', 'anima'], value: mcpEntry(machine, 'windsurf') }],
    }),
    jsonFile({
      path: join(folder(machine), 'hooks.json'),
      what: 'hooks: store after an answer',
      entries: flatHooks(machine, 'windsurf', events, { show_output: false }),
    }),
  ],
  notes: ['Windsurf accepts no context from hooks. Cascade recalls over MCP.'],
};

const folder = ({ home }: Machine): string => join(home, '.codeium', 'windsurf');
