import { AppError } from '@anima/service/errors';
import type { MediaRef } from '../domain/media-ref.js';
import type { HeldFile, HeldFiles } from './files/held-files.js';
import type { ProbeCache } from './remembered-looks.js';

/**
 * What was found of this file, or what `look` finds now in the very one. `question` tells apart what is asked of the same file.
 * Refuses as `HeldFiles` does, and with `media_unreadable` a file that changes meanwhile.
 */
export async function probeFile<T extends object>(
  { files, remembered }: { files: HeldFiles; remembered: ProbeCache<T> },
  { file, question = '' }: { file: MediaRef; question?: string },
  look: (file: HeldFile, signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const identity = await files.hold([file], async ([held]) => held.identity, signal);
  // Held by the look: it goes on for others when who began it has gone.
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

/** What is found is remembered by the identity of the file: none but this one may be looked at for it. */
function assertSame(file: HeldFile, identity: string): void {
  if (file.identity === identity) return;
  throw new AppError(
    'media_unreadable',
    'Expected a file that stays as it is while it is opened, received one that changed',
  );
}
