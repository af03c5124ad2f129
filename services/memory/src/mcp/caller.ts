import type { MemoryDependencies } from '../domain/dependencies.js';
import type { ToolCall } from './mcp-server.js';

/** Who called a tool, and what there is for them. */
export interface Caller extends Omit<ToolCall, 'name' | 'arguments'> {
  deps: MemoryDependencies;
}
