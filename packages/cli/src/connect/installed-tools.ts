import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isConnected } from './connect.js';
import { knownTools } from './tools/known-tools.js';
import type { Machine, Tool } from './tools/tool.js';

export interface ToolState {
  name: string;
  title: string;
  installed: boolean;
  connected: boolean;
}

/** Every tool that can be connected, and what of it is here. */
export function listTools(machine: Machine, animaHome: string): ToolState[] {
  return knownTools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    installed: isInstalled(tool, machine),
    connected: isConnected(tool, animaHome),
  }));
}

function isInstalled(tool: Tool, machine: Machine): boolean {
  const folders = (machine.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const endings = machine.platform === 'win32' ? ['.cmd', '.exe'] : [''];
  const programs =
    tool.program === null
      ? []
      : folders.flatMap((folder) => endings.map((ending) => join(folder, tool.program + ending)));
  return [...tool.signs(machine), ...programs].some((path) => existsSync(path));
}
