import { join } from 'node:path';
import { jsonFile } from '../files/json-file.js';
import { ownFile } from '../files/tool-file.js';
import { HOOK_TIMEOUT_SECONDS, type Machine, mcpEntry, type Tool } from './tool.js';

const events = ['sessionStart', 'userPromptSubmitted', 'agentStop', 'preCompact', 'sessionEnd'];

export const copilot: Tool = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  documentation: {
    version: '1.x',
    read: '2026-11-22',
    addresses: [
      'https://docs.github.com/en/copilot/reference/hooks-reference',
      'https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-config-dir-reference',
    ],
  },
  signs: (machine) => [folder(machine)],
  program: 'copilot',
  files: (machine) => [
    jsonFile({
      path: join(folder(machine), 'mcp-config.json'),
      what: 'the MCP server "anima"',
      entries: [
        {
          at: ['mcpServers', 'anima'],
          value: { type: 'local', ...mcpEntry(machine, 'copilot'), tools: ['*'] },
        },
      ],
    }),
    ownFile({
      path: join(folder(machine), 'hooks', 'anima.json'),
      what: 'hooks: recall at the start and before a prompt, store after a turn, before a compaction and at the end',
      content: hooksFile(machine),
    }),
  ],
  notes: ['Without a terminal, copilot -p needs the option --allow-tool=anima to call the tools of Anima.'],
};

const folder = ({ home, env }: Machine): string => env.COPILOT_HOME || join(home, '.copilot');

function hooksFile(machine: Machine): string {
  const hooks = Object.fromEntries(
    events.map((event) => [
      event,
      [{ type: 'command', command: machine.hook('copilot', event), timeoutSec: HOOK_TIMEOUT_SECONDS }],
    ]),
  );
  return `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`;
}
