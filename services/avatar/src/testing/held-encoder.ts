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

/** An ffmpeg whose encoder stands still in the middle of each clip or sound, for as long as a test wants it to. */
export interface HeldEncoder {
  /** To be given as FFMPEG_PATH. */
  path: string;
  /** Resolves when so many in all have come to stand still. */
  holds(encoders: number): Promise<void>;
  /** Lets one of those that stand still go on. */
  release(): void;
  remove(): void;
}

/**
 * `bytes` of what it is given get through before it stands still: of frames (rawvideo) or of sound (s16le). Whoever kills it ends the
 * encoder behind it too, which finds the end of what it reads.
 */
export function createHeldEncoder(bytes: number, of: 'rawvideo' | 's16le' = 'rawvideo'): HeldEncoder {
  const folder = mkdtempSync(join(tmpdir(), 'anima-held-'));
  const at = (name: string) => join(folder, name);
  const real = packagedFfmpeg();
  execFileSync('mkfifo', [at('gate')]);
  // Open for both: whoever reads waits for a word, and not for somebody who could write one.
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
