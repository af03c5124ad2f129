import type { HeldFile, HeldFiles } from '../../media/held-files.js';
import { createProbeCache } from '../../media/probe-cache.js';
import { probeFile } from '../../media/probe-file.js';
import type { ProbeQueue } from '../../media/probe-queue.js';
import type { Portraits } from '../portraits.js';
import type { CallName, Calls } from './protocol.js';
import type { RenderPool } from './render-pool.js';

export interface PortraitParts {
  pool: RenderPool;
  files: HeldFiles;
  /** Queue of probes. */
  looks: ProbeQueue;
}

export function createPortraits({ pool, files, looks }: PortraitParts): Portraits {
  const checked = createProbeCache<{ isDrawable: true }>();

  /** Makes a call outside of jobs: in the probe queue and with its timeout. */
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
