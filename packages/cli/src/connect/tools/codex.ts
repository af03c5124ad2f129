import { join } from 'node:path';
import { jsonFile } from '../files/json-file.js';
import { tomlTable } from '../files/toml-file.js';
import { HOOK_TIMEOUT_SECONDS, type Machine, mcpEntry, nestedHooks, type Tool } from './tool.js';

const events = ['SessionStart', 'UserPromptSubmit', 'Stop'];
/** Codex rejects a longer timeout at the end of a session. */
const END_TIMEOUT_SECONDS = 3;

export const codex: Tool = {
  name: 'codex',
  title: 'Codex CLI',
  documentation: {
    version: '0.130',
    read: '2026-11-22',
    addresses: [
      'https://developers.openai.com/codex/hooks',
      'https://developers.openai.com/codex/mcp',
      'https://github.com/openai/codex/tree/main/codex-rs/hooks/schema/generated',
    ],
  },
  signs: (machine) => [folder(machine)],
  program: 'codex',
  files: (machine) => [
    tomlTable({
      path: join(folder(machine), 'config.toml'),
      what: 'the MCP server "anima"',
      at: ['mcp_servers', 'anima'],
      // Without this setting, `codex exec` rejects every tool that changes data.
      table: { ...mcpEntry(machine, 'codex'), default_tools_approval_mode: 'approve' },
    }),
    jsonFile({
      path: join(folder(machine), 'hooks.json'),
      what: 'hooks: recall at the start and before a prompt, store after a turn and at the end',
      entries: [
        ...nestedHooks(machine, 'codex', events, HOOK_TIMEOUT_SECONDS),
        ...nestedHooks(machine, 'codex', ['SessionEnd'], END_TIMEOUT_SECONDS),
      ],
    }),
  ],
  notes: ['Codex asks once before it runs new hooks. Trust them with /hooks.'],
};

const folder = ({ home, env }: Machine): string => env.CODEX_HOME || join(home, '.codex');
