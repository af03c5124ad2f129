import type { Readable } from 'node:stream';
import { AppError } from '@anima/service/errors';
import type { AudioStream, AudioStreams, StreamFormat } from './audio-writer.js';
import type { SpeechEngine, SpeechPart, SpeechRequest } from './speech-engine.js';
import type { StreamSlots } from './stream-slots.js';

/** Speech that is sent while it is spoken. */
export interface SpeechStreams {
  /**
   * Synthesises the first sentence and resolves with a stream of the audio. The stream ends after the last
   * sentence and is destroyed by any failure. The signal reports that the client has disconnected, which
   * stops the synthesis. Rejects with `too_many_requests`.
   */
  open(request: SpeechRequest, reader: StreamReader): Promise<Readable>;
}

export interface StreamReader {
  format: StreamFormat;
  hasTicket: boolean;
  signal: AbortSignal;
}

export interface SpeechStreamsOptions {
  engine: Pick<SpeechEngine, 'voices' | 'speak'>;
  encoders: AudioStreams;
  places: StreamSlots;
  /** A stream ended in the middle, and not because of its reader. */
  onBroken: (error: unknown) => void;
}

export function createSpeechStreams(options: SpeechStreamsOptions): SpeechStreams {
  const { engine, encoders, places, onBroken } = options;

  return {
    async open(request, reader) {
      const { format, signal } = reader;
      const leavePlace = places.take(reader);
      const { sampleRate } = engine.voices.find(({ name }) => name === request.voice)!;
      let stream: AudioStream;
      try {
        // Its program starts while the first sentence is spoken.
        stream = await encoders.open(format, sampleRate);
      } catch (error) {
        leavePlace();
        throw error;
      }
      stream.output.once('close', leavePlace);
      const leave = () => stream.destroy(new AppError('request_timeout', 'The client disconnected'));
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
      const parts = engine.speak(request, signal)[Symbol.asyncIterator]();
      try {
        // What fails in the first sentence is still an answer with a status.
        const first = await parts.next();
        if (stream.output.errored && !signal.aborted) throw stream.output.errored;
        stream.output.once('error', (error) => {
          if (!signal.aborted) onBroken(error);
        });
        void pump(first, parts, stream);
        return stream.output;
      } catch (error) {
        stream.destroy(error as Error);
        leavePlace();
        await parts.return?.();
        throw error;
      }
    },
  };
}

/** Failures destroy the stream. */
async function pump(
  first: IteratorResult<SpeechPart>,
  parts: AsyncIterator<SpeechPart>,
  stream: AudioStream,
): Promise<void> {
  try {
    for (let next = first; !next.done; next = await parts.next()) await stream.write(next.value.samples);
    stream.end();
  } catch (error) {
    stream.destroy(error as Error);
  } finally {
    await parts.return?.();
  }
}
