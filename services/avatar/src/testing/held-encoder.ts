import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { packagedFfmpeg } from './ffmpeg-builds.js';

/** An ffmpeg whose encoder stops in the middle of each clip or audio file until the test releases it. */
export interface HeldEncoder {
  /** Value for FFMPEG_PATH. */
  path: string;
  /** Resolves when this number of encoders have stopped in all. */
  holds(encoders: number): Promise<void>;
  /** Releases one stopped encoder. */
  release(): void;
  remove(): void;
}

/**
 * Lets `bytes` of frames (rawvideo) or audio (s16le) pass before it stops. Killing it also ends its encoder,
 * which reaches the end of its input.
 */
export function createHeldEncoder(bytes: number, of: 'rawvideo' | 's16le' = 'rawvideo'): HeldEncoder {
  const folder = mkdtempSync(join(tmpdir(), 'anima-held-'));
  const at = (name: string) => join(folder, name);
  const real = packagedFfmpeg();
  execFileSync('mkfifo', [at('gate')]);
  // Opened for reading and writing, so that a reader waits for data and not for a writer.
  const gate = openSync(at('gate'), constants.O_RDWR);
  writeFileSync(at('held'), '');
  writeFileSync(
    at('ffmpeg'),
    `#!/bin/sh
case " $* " in *" ${of} "*" pipe:0 "*) ;; *) exec '${real}' "$@" ;; esac
mkfifo '${folder}'/pipe.$$
'${real}' "$@" < '${folder}'/pipe.$$ &
exec 3> '${folder}'/pipe.$$
head -c ${bytes} >&3
echo held >> '${at('held')}'
read word < '${at('gate')}'
cat >&3
exec 3>&-
wait $!
`,
  );
  chmodSync(at('ffmpeg'), 0o755);
  return {
    path: at('ffmpeg'),
    holds: (encoders) =>
      vi.waitFor(() => expect(readFileSync(at('held'), 'utf8')).toBe('held\n'.repeat(encoders)), {
        timeout: 120_000,
        interval: 20,
      }),
    release: () => void writeSync(gate, 'on\n'),
    remove() {
      closeSync(gate);
      rmSync(folder, { recursive: true });
    },
  };
}
