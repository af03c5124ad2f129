import type { JsonEntry } from '../files/json-file.js';
import type { ToolFile } from '../files/tool-file.js';

/** Paths and commands of this machine. */
export interface Machine {
  /** Home folder of the user. */
  home: string;
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** The command with which a tool starts the MCP server. */
  mcp: { command: string; args: readonly string[]; env: Readonly<Record<string, string>> };
  /** Returns the shell command line of a hook. */
  hook: (tool: string, event: string) => string;
  /** Files of this copy of Anima that hooks need, and their copies below `animaHome()`; none without a POSIX shell. */
  hookFiles: readonly { from: string; to: (animaHome: string) => string }[];
}

/** A tool that can be connected; each has a file in this folder. */
export interface Tool {
  name: string;
  title: string;
  /** The documented version, the day on which the documentation was read, and its addresses. */
  documentation: { version: string; read: string; addresses: readonly string[] };
  /** Folders or files of which at least one exists if the tool is installed. */
  signs(machine: Machine): readonly string[];
  /** The name of its program. */
  program: string;
  files(machine: Machine): readonly ToolFile[];
  /** Notes for the user, one line each. */
  notes: readonly string[];
}

/** Recognises hook commands of all versions and folders of Anima by their program and tool. */
function isHookCommand(command: unknown, tool: string): boolean {
  return (
    typeof command === 'string' &&
    ['"', "'"].some((quote) => command.includes(`dist/hook.mjs${quote} ${tool} `))
  );
}

/** Timeout that tools apply to hooks, in seconds. A hook itself ends much sooner. */
export const HOOK_TIMEOUT_SECONDS = 10;

/** Returns the settings of the MCP server for a tool. Its agent id is the one that the hooks of the tool use. */
export const mcpEntry = (
  { mcp }: Machine,
  tool: string,
): { command: string; args: readonly string[]; env: Readonly<Record<string, string>> } => ({
  command: mcp.command,
  args: mcp.args,
  env: { ...mcp.env, MEMORY_AGENT_ID: tool },
});

/** Hooks in the format of Claude Code and similar tools: `{event: [{matcher?, hooks: [{type, command, timeout}]}]}`. */
export function nestedHooks(
  machine: Pick<Machine, 'hook'>,
  tool: string,
  events: readonly string[],
  timeout: number,
): JsonEntry[] {
  return events.map((event) => ({
    listAt: ['hooks', event],
    item: { hooks: [{ type: 'command', command: machine.hook(tool, event), timeout }] },
    isOurs: (item) => {
      const { hooks } = (item ?? {}) as { hooks?: { command?: unknown }[] };
      return Array.isArray(hooks) && hooks.some((hook) => isHookCommand(hook?.command, tool));
    },
  }));
}

/** Hooks in the flat format: `{event: [{command, ...}]}`. */
export function flatHooks(
  machine: Pick<Machine, 'hook'>,
  tool: string,
  events: readonly string[],
  more: object = {},
): JsonEntry[] {
  return events.map((event) => ({
    listAt: ['hooks', event],
    item: { command: machine.hook(tool, event), ...more },
    isOurs: (item) => isHookCommand((item as { command?: unknown } | null)?.command, tool),
  }));
}
