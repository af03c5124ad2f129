import type { JsonEntry } from '../files/json-file.js';
import { isHookCommand, type Machine } from './tool.js';

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
