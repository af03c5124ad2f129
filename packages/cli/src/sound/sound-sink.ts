import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandFailure, EXIT } from '../failure.js';
import { type PipedProgram, pipeToProgram, runHere } from '../programs/start-program.js';
import type { Stream } from '../terminal/output.js';
import type { PlayerProgram } from './find-player.js';

/** Destination of speech while it is synthesised. */
export interface SoundSink {
  /** Resolves when the destination accepts more samples. */
  add(samples: Int16Array, sampleRate: number): Promise<void>;
  /** Resolves when everything was played or written. */
  end(): Promise<void>;
  /** Stops playing at once, or deletes the file. */
  stop(): void;
}

export function createPlayerSink(player: PlayerProgram, signal: AbortSignal): SoundSink {
  return player.reads === 'file' ? playFile(player, signal) : playPipe(player);
}

function playPipe(player: PlayerProgram): SoundSink {
  let program: PipedProgram | null = null;
  return {
    add: async (samples, sampleRate) => {
      if (program === null) {
        program = pipeToProgram(player.path, player.args(sampleRate, ''));
        if (player.reads === 'wav') await program.write(wavHeader(sampleRate, UNKNOWN_LENGTH));
      }
      await program.write(bytesOf(samples));
    },
    end: async () => {
      const code = await program?.end();
      if (code !== undefined && code !== 0) throw playerFailed(player, code);
    },
    stop: () => program?.kill(),
  };
}

/** Writes a complete file first, for players that read no pipe. */
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
      if (!isOpen) stream.write(wavHeader(sampleRate, UNKNOWN_LENGTH));
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

/** A data length for streams whose end is unknown: players read on until the stream ends. */
const UNKNOWN_LENGTH = 0xffff_ffff - 36;

/** Returns the RIFF header of mono 16-bit samples. */
function wavHeader(sampleRate: number, dataBytes: number): Uint8Array {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(Math.min(36 + dataBytes, 0xffff_ffff), 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

function playerFailed({ name }: PlayerProgram, code: number): CommandFailure {
  return new CommandFailure(
    'player_failed',
    EXIT.failed,
    `${name} exited with code ${code}. Check the audio device, or write a file with --output speech.wav`,
  );
}
