import { AnimaError } from './anima-error.js';
import type { SpokenWord } from './job-results.js';
import type { ServerSentEvent } from './server-sent-events.js';

/** Events of streamed speech. Motion and words of a chunk precede its audio. */
export type SpeechEvent =
  | {
      type: 'session';
      session_id: string;
      voice: string;
      audio: { sample_rate: number; format: 'pcm16' };
      /** `shapes`: in the order of the values of a frame. */
      motion: { fps: number; shapes: string[] };
    }
  | { type: 'words'; words: SpokenWord[] }
  | { type: 'motion'; first_frame: number; frames: number[][] }
  /** Mono; `first_sample` counts from the beginning. */
  | { type: 'audio'; first_sample: number; samples: Int16Array }
  | { type: 'done'; duration: number; samples: number; frames: number; characters: number };

/** @throws AnimaError where the speech breaks off */
export async function* readSpeechEvents(
  events: AsyncIterable<ServerSentEvent>,
): AsyncGenerator<SpeechEvent, void, void> {
  for await (const { event, data } of events) {
    if (data === null) continue;
    const fields = JSON.parse(data) as Record<string, unknown>;
    if (event === 'error') throw new AnimaError('avatar', { status: 0, ...(fields as unknown as Refusal) });
    if (event === 'audio') {
      yield {
        type: event,
        first_sample: fields.first_sample as number,
        samples: samplesOf(fields.data as string),
      };
    } else yield { type: event, ...fields } as SpeechEvent;
  }
}

interface Refusal {
  code: string;
  title: string;
  detail: string;
}

/** 16-bit little-endian, as processors have it. */
function samplesOf(base64: string): Int16Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return new Int16Array(bytes.buffer);
}
