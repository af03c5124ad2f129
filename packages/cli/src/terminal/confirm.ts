import type { CommandIo } from '../context.js';
import { CommandFailure, EXIT, InterruptedError, usageError } from '../failure.js';

/**
 * Prompts on the terminal until the user has typed the expected words; throws for other words, and without a
 * terminal.
 */
export async function confirmByTyping(
  { input, err, signal }: Pick<CommandIo, 'input' | 'err' | 'signal'>,
  expected: string,
): Promise<void> {
  if (input.isTTY !== true || err.isTTY !== true)
    throw usageError('Expected --yes, because no terminal can prompt for a confirmation');
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input });
  try {
    err.write(`This cannot be undone. Type "${expected}" to confirm: `);
    const typed = await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('close', () => reject(new InterruptedError('SIGINT')));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    if (typed.trim() !== expected)
      throw new CommandFailure('not_confirmed', EXIT.refused, 'Not confirmed: the command has no effect');
  } finally {
    lines.close();
  }
}
