import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT } from '../exit-codes.js';
import { CommandFailure } from '../failure.js';
import { feedProgram, runHere } from '../programs/start-program.js';
import type { Stream } from '../terminal/output.js';
import type { PlayerProgram } from './find-player.js';
import { openWavHeader, wavHeader } from './wav-header.js';

/** Where speech goes while it is spoken. */
export interface SoundSink {
  /** Resolves when there is room for more. */
  add(samples: Int16Array, sampleRate: number): Promise<void>;
  /** Resolves when all was heard or written. */
  end(): Promise<void>;
  /** Nothing more is heard. */
  stop(): void;
}

export function createPlayerSink(player: PlayerProgram, signal: AbortSignal): SoundSink {
  return player.reads === 'file' ? playFile(player, signal) : playPipe(player);
}

function playPipe(player: PlayerProgram): SoundSink {
  let program: ReturnType<typeof feedProgram> | null = null;
  return {
    add: async (samples, sampleRate) => {
      if (program === null) {
        program = feedProgram(player.path, player.args(sampleRate, ''));
        if (player.reads === 'wav') await program.feed(openWavHeader(sampleRate));
      }
      await program.feed(bytesOf(samples));
    },
    end: async () => {
      const code = await program?.end();
      if (code !== undefined && code !== 0) throw playerFailed(player, code);
    },
    stop: () => program?.kill(),
  };
}

/** Spoken to its end first. */
function playFile(player: PlayerProgram, signal: AbortSignal): SoundSink {
  const path = join(tmpdir(), `anima-speech-${process.pid}.wav`);
  const file = createFileSink(path);
  return {
    add: file.add,
    end: async () => {
      await file.end();
      try {
        const code = await runHere(player.path, player.args(0, path), signal);
        if (code !== 0 && !signal.aborted) throw playerFailed(player, code);
      } finally {
        await rm(path, { force: true });
      }
    },
    stop: file.stop,
  };
}

export function createFileSink(path: string): SoundSink {
  let file: ReturnType<typeof createWriteStream> | null = null;
  let [bytes, rate] = [0, 24_000];
  const failed = new AbortController();
  return {
    add: async (samples, sampleRate) => {
      failed.signal.throwIfAborted();
      if (file === null) {
        file = createWriteStream(path);
        file.on('error', (error) => failed.abort(error));
        file.write(wavHeader(sampleRate, 0));
        rate = sampleRate;
      }
      bytes += samples.byteLength;
      if (!file.write(bytesOf(samples))) await once(file, 'drain', { signal: failed.signal });
    },
    end: async () => {
      failed.signal.throwIfAborted();
      if (file === null) return;
      file.end();
      await once(file, 'close');
      failed.signal.throwIfAborted();
      const written = await open(path, 'r+');
      await written.write(wavHeader(rate, bytes), 0, 44, 0).finally(() => written.close());
    },
    stop: () => {
      file?.destroy();
      void rm(path, { force: true });
    },
  };
}

export function createPipeSink(out: Stream): SoundSink {
  let isOpen = false;
  return {
    add: async (samples, sampleRate) => {
      const stream = out as unknown as NodeJS.WritableStream;
      if (!isOpen) stream.write(openWavHeader(sampleRate));
      isOpen = true;
      if (!stream.write(bytesOf(samples))) await once(stream, 'drain');
    },
    end: async () => {},
    stop: () => {},
  };
}

function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

function playerFailed({ name }: PlayerProgram, code: number): CommandFailure {
  return new CommandFailure(
    'player_failed',
    EXIT.failed,
    `${name} ended with code ${code}: is there a device that plays sound? Write a file instead with --output speech.wav`,
  );
}
