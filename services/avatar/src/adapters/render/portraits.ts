import type { Portraits } from '../../ports/portraits.js';
import type { HeldFile, HeldFiles } from '../files/held-files.js';
import { probeFile } from '../look-at-file.js';
import type { ProbeQueue } from '../look-queue.js';
import { createRememberedLooks } from '../remembered-looks.js';
import type { CallName, Calls } from './protocol.js';
import type { RenderPool } from './render-pool.js';

export interface PortraitParts {
  pool: RenderPool;
  files: HeldFiles;
  /** Where what is not yet a job waits for its turn. */
  looks: ProbeQueue;
}

export function createPortraits({ pool, files, looks }: PortraitParts): Portraits {
  const checked = createRememberedLooks<{ isDrawable: true }>();

  /** A call that is no job: in its turn, and within the time of a look. */
  function look<Name extends CallName>(
    name: Name,
    order: Calls[Name]['ask'],
    signal: AbortSignal,
  ): Promise<Calls[Name]['answer']> {
    return looks.run((within) => pool.call(name, order, { signal: within, progress: () => {} }), signal);
  }

  return {
    async check(subject, faceAt, signal) {
      await probeFile(
        { files, remembered: checked },
        { file: subject.file, question: JSON.stringify([subject.kind, faceAt]) },
        async ({ path }, watched) => {
          await look('check', { subject: { ...subject, path }, faceAt }, watched);
          return { isDrawable: true } as const;
        },
        signal,
      );
    },

    measure: (file, signal) => files.hold([file], ([{ path }]) => look('measure', { path }, signal), signal),

    unpack: (head, outputPath, signal) =>
      files.hold(
        [head],
        async ([{ path }]) => void (await look('unpack', { path, outputPath }, signal)),
        signal,
      ),

    async thumbnail(face, file, outputPath, signal) {
      const make = ([{ path }]: readonly [HeldFile]) => look('thumbnail', { face, path, outputPath }, signal);
      await files.hold([file], make, signal);
    },
  };
}
