import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { jsonFile } from '../files/json-file.js';
import { ownFile } from '../files/tool-file.js';
import { type Machine, mcpEntry, type Tool } from './tool.js';

const events = ['TaskStart', 'UserPromptSubmit', 'TaskComplete', 'TaskCancel'];

export const cline: Tool = {
  name: 'cline',
  title: 'Cline',
  documentation: {
    version: '3.82',
    read: '2026-11-22',
    addresses: [
      'https://docs.cline.bot/customization/hooks',
      'https://docs.cline.bot/features/hooks/hook-reference',
      'https://docs.cline.bot/mcp/configuring-mcp-servers',
    ],
  },
  signs: (machine) => [extensionFolder(machine), join(machine.home, '.cline')],
  program: 'cline',
  files: (machine) => [
    jsonFile({
      path: mcpFile(machine),
      what: 'the MCP server "anima"',
      entries: [{ at: ['mcpServers', 'anima'], value: mcpEntry(machine, 'cline') }],
    }),
    ...hookFiles(machine),
  ],
  notes: ['Enable hooks once in the settings of Cline (Features, Enable Hooks).'],
};

const extensionFolder = ({ home, env, platform }: Machine): string => {
  const code =
    platform === 'win32'
      ? join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Code')
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support', 'Code')
        : join(env.XDG_CONFIG_HOME || join(home, '.config'), 'Code');
  return join(code, 'User', 'globalStorage', 'saoudrizwan.claude-dev');
};

/** Returns the file of the extension if it is installed, else the file of the command line. */
function mcpFile(machine: Machine): string {
  const extension = extensionFolder(machine);
  return existsSync(extension)
    ? join(extension, 'settings', 'cline_mcp_settings.json')
    : join(machine.home, '.cline', 'data', 'settings', 'cline_mcp_settings.json');
}

/** Hooks of Cline are programs named after events. Cline has no hooks on Windows. */
function hookFiles(machine: Machine) {
  if (machine.platform === 'win32') return [];
  return events.map((event) =>
    ownFile({
      path: join(machine.home, 'Documents', 'Cline', 'Hooks', event),
      what: `the hook ${event}`,
      content: `#!/bin/sh\n# Written by anima connect.\n${machine.hook('cline', event)}\n`,
      mode: 0o755,
    }),
  );
}
