import { AppError } from '@anima/service/errors';
import type { HeldFile, HeldFiles } from './held-files.js';
import type { MediaRef } from './media-ref.js';
import type { ProbeCache } from './probe-cache.js';

/**
 * Returns the cached result for this file, or probes the opened file. `question` distinguishes kinds of
 * probes. Rejects like `HeldFiles`, and with `media_unreadable` if the file changes meanwhile.
 */
export async function probeFile<T extends object>(
  { files, remembered }: { files: HeldFiles; remembered: ProbeCache<T> },
  { file, question = '' }: { file: MediaRef; question?: string },
  look: (file: HeldFile, signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const identity = await files.hold([file], async ([held]) => held.identity, signal);
  // The probe holds the file itself, because it continues for other callers after its first caller has
  // disconnected.
  const lookInside = (watched: AbortSignal) =>
    files.hold(
      [file],
      async ([held]) => {
        assertSame(held, identity);
        return look(held, watched);
      },
      watched,
    );
  return remembered.at(`${identity} ${question}`, lookInside, signal);
}

/** Results are cached by file identity, so only the identified file may be probed. */
function assertSame(file: HeldFile, identity: string): void {
  if (file.identity === identity) return;
  throw new AppError('media_unreadable', 'The file changed while it was opened');
}
