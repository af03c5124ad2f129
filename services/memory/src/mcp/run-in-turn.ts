import { setImmediate } from 'node:timers/promises';
import type { RunTool } from './mcp-server.js';

/**
 * Runs the calls of one request one after another, in their order, and lets others have the event loop between two of them: a batch
 * takes no more at a time than a single call. One whose client has gone is not begun.
 */
export function runInTurn(runTool: RunTool): RunTool {
  let last: Promise<unknown> = Promise.resolve();
  return (call) => {
    const mine = last.then(async () => {
      await setImmediate();
      call.signal.throwIfAborted();
      return runTool(call);
    });
    last = mine.catch(() => {});
    return mine;
  };
}
