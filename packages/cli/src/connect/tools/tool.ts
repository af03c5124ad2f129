import type { ToolFile } from '../files/tool-file.js';

/** Where things are on this machine. */
export interface Machine {
  /** The home of the user. */
  home: string;
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** How a tool starts the MCP server. */
  mcp: { command: string; args: readonly string[]; env: Readonly<Record<string, string>> };
  /** A command line that runs the hook of a tool, for a shell. */
  hook: (tool: string, event: string) => string;
  /** Files of this copy of Anima that hooks need, and their copies below `animaHome()`; none without a POSIX shell. */
  hookFiles: readonly { from: string; to: (animaHome: string) => string }[];
}

/** A tool that can be connected: a file in this folder each. */
export interface Tool {
  name: string;
  title: string;
  /** The version that its documentation was read for, and where that stands. */
  documentation: { version: string; read: string; addresses: readonly string[] };
  /** Folders or files of which one is there where the tool is. */
  signs(machine: Machine): readonly string[];
  /** The name of its program. */
  program: string;
  files(machine: Machine): readonly ToolFile[];
  /** What the person has to do or know; a line each. */
  notes: readonly string[];
}

/** Recognises a hook command of any version and any folder of Anima by the program and tool that it names. */
export function isHookCommand(command: unknown, tool: string): boolean {
  return (
    typeof command === 'string' &&
    ['"', "'"].some((quote) => command.includes(`dist/hook.mjs${quote} ${tool} `))
  );
}

/** Seconds after which a tool gives up on a hook, which gives up much sooner. */
export const HOOK_TIMEOUT_SECONDS = 10;

/** How a tool starts the MCP server: as the agent by whose name its hooks store, too. */
export const mcpEntry = (
  { mcp }: Machine,
  tool: string,
): { command: string; args: readonly string[]; env: Readonly<Record<string, string>> } => ({
  command: mcp.command,
  args: mcp.args,
  env: { ...mcp.env, MEMORY_AGENT_ID: tool },
});
