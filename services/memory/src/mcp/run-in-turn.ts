import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { RunTool } from './mcp-server.js';

/**
 * Runs the calls of one request one after another, in their order, and lets others have the event loop between two of them: a batch
 * takes no more at a time than a single call. One whose client has gone is not begun.
 */
export function runInTurn(runTool: RunTool): RunTool {
  const inTurn = pLimit(1);
  return (call) =>
    inTurn(async () => {
      await setImmediate();
      call.signal.throwIfAborted();
      return runTool(call);
    });
}
