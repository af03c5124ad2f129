import type { Readable } from 'node:stream';
import { AppError } from '@anima/service/errors';
import type { AudioStream, AudioStreams, StreamFormat } from '../../ports/audio-stream.js';
import type { SpeechEngine, SpeechPart, SpeechRequest } from '../../ports/speech-engine.js';
import type { StreamSlots } from './stream-places.js';

/** Speech that is sent while it is spoken. */
export interface SpeechStreams {
  /**
   * Speaks the first sentence, and resolves with the sound as it comes; its end is an end, and whatever breaks it off destroys it.
   * `signal` tells that its reader has gone: nothing more is spoken then. Refuses with `too_many_requests`.
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
      const leave = () =>
        stream.destroy(new AppError('request_timeout', 'The reader of this sound has gone'));
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

/** Whatever fails is told by the stream. */
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
