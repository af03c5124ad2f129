import { claudeCodeEvents } from '../tools/claude-code.js';
import { HOOK_TIMEOUT_SECONDS } from '../tools/tool.js';

/**
 * Generates the files in `packages/cli/published/`, by path: a plugin of Claude Code, the manifest of an MCP bundle, and the
 * entry for the MCP registry. They use the events and tools of `anima connect`. A test compares the committed files with
 * these, and with the requirements of their formats:
 * - plugin: https://code.claude.com/docs/en/plugins-reference, read 2026-11-22 for Claude Code 2.x
 * - manifest 0.3: https://github.com/anthropics/mcpb/blob/main/MANIFEST.md, read 2026-11-22
 * - server.json 2025-12-11: https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json, read 2026-11-22
 */
export function publishedFiles(version: string): Record<string, string> {
  return {
    'claude-code-plugin/.claude-plugin/plugin.json': json(plugin(version)),
    'claude-code-plugin/hooks/hooks.json': json({ description, hooks: pluginHooks() }),
    'claude-code-plugin/.mcp.json': json({ mcpServers: { anima: { command: 'anima', args: ['mcp'] } } }),
    'mcpb/manifest.json': json(mcpbManifest(version)),
    'mcpb/server/index.mjs': mcpbServer,
    'server.json': json(serverJson(version, null)),
  };
}

const description = 'Long-term memory, kept on this machine: recalled before a prompt, stored after a turn.';

const author = { name: 'The Anima authors' };

/** Path of the icon in the plugin; the file is committed and not generated. */
export const PLUGIN_ICON = '.claude-plugin/icon.png';

function plugin(version: string): object {
  return {
    name: 'anima',
    version,
    description,
    author,
    // packages/studio/src/icon.svg at 512 x 512 pixels.
    icon: `./${PLUGIN_ICON}`,
    license: 'Apache-2.0',
    keywords: ['memory', 'mcp', 'local'],
  };
}

/** Claude Code copies plugins to another folder, so the hooks find `anima` on PATH. */
function pluginHooks(): object {
  return Object.fromEntries(
    claudeCodeEvents.map((event) => [
      event,
      [
        {
          hooks: [
            { type: 'command', command: `anima hook claude-code ${event}`, timeout: HOOK_TIMEOUT_SECONDS },
          ],
        },
      ],
    ]),
  );
}

/** The bundle does not contain the service and its model: it starts the copy of Anima that the user chooses. */
function mcpbManifest(version: string): object {
  return {
    manifest_version: '0.3',
    name: 'anima',
    display_name: 'Anima',
    version,
    description: 'Long-term memory and a voice for your agents, on this machine',
    long_description:
      'Decisions, preferences, fixes and facts, remembered across sessions and tools; speech and talking faces. Nothing leaves this machine. Needs a copy of Anima (npm start once).',
    author,
    license: 'Apache-2.0',
    server: {
      type: 'node',
      entry_point: 'server/index.mjs',
      mcp_config: {
        command: 'node',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the installer of the bundle replaces it
        args: ['${__dirname}/server/index.mjs'],
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the same
        env: { ANIMA_FOLDER: '${user_config.anima_folder}' },
      },
    },
    tools_generated: true,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.19' } },
    user_config: {
      anima_folder: {
        type: 'directory',
        title: 'Folder of Anima',
        description: 'Where the repository of Anima lies',
        required: true,
      },
    },
  };
}

const mcpbServer = `// Entry point of the MCP bundle: starts the MCP server of the chosen copy of Anima.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = (process.env.ANIMA_FOLDER ?? '').trim();
const isAnima = folder !== '' && nameOf(join(folder, 'package.json')) === 'anima';
const script = join(folder, 'scripts', 'anima.mjs');
if (isAnima && existsSync(script)) {
  // Before the first start, the script installs and builds.
  const built = join(folder, 'packages', 'cli', 'dist', 'mcp.mjs');
  const program = existsSync(built) ? [built] : [script, 'mcp'];
  process.argv.splice(1, process.argv.length - 1, ...program);
  await import(pathToFileURL(program[0]).href);
} else {
  console.error(
    \`Expected the folder of Anima in the setting "Folder of Anima", received \${JSON.stringify(folder)}. Choose the folder in which you ran npm start.\`,
  );
  process.exitCode = 1;
}

function nameOf(manifest) {
  try {
    return JSON.parse(readFileSync(manifest, 'utf8')).name;
  } catch {
    return null;
  }
}
`;

/** @param bundle Download address and SHA-256 of a released bundle; null: the entry names no package. */
export function serverJson(version: string, bundle: { url: string; sha256: string } | null): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: 'local.anima/anima',
    title: 'Anima',
    description: 'Long-term memory and a voice for agents, on this machine',
    version,
    ...(bundle === null
      ? {}
      : {
          packages: [
            {
              registryType: 'mcpb',
              identifier: bundle.url,
              version,
              fileSha256: bundle.sha256,
              transport: { type: 'stdio' },
            },
          ],
        }),
  };
}

export const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
