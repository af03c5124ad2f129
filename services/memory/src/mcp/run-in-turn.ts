import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';

/**
 * Runs the calls of one request one after another, in their order, and lets others have the event loop between two of them: a batch
 * takes no more at a time than a single call. One whose client has gone is not begun.
 */
export function runInTurn<Call extends { signal: AbortSignal }, Answer>(
  runTool: (call: Call) => Promise<Answer>,
): (call: Call) => Promise<Answer> {
  const inTurn = pLimit(1);
  return (call) =>
    inTurn(async () => {
      await setImmediate();
      call.signal.throwIfAborted();
      return runTool(call);
    });
}
