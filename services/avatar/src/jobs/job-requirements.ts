import type { ClipPayload } from '../clips/clip-payload.js';
import type { ScenePayload } from '../clips/scene-handler.js';
import type { EnhancePayload } from '../enhance/enhance-payload.js';
import type { SpeechPayload } from '../speech/speech-payload.js';
import type { NewJob } from './job-queue.js';

/** Returns the names of the speech, face and restoration engines that a job requires. */
export type JobRequirements = (job: Pick<NewJob, 'kind' | 'payload'>) => readonly string[];

export function createJobNeeds(voices: () => readonly { name: string; engine: string }[]): JobRequirements {
  const speaks = (voice: string) =>
    voices()
      .filter(({ name }) => name === voice)
      .map(({ engine }) => engine);
  const draws = ({ engine, sound }: ClipPayload) => [
    engine,
    ...(sound.kind === 'text' ? speaks(sound.voice) : []),
  ];
  return ({ kind, payload }) => {
    switch (kind) {
      case 'tts':
        return speaks((payload as SpeechPayload).voice);
      case 'lipsync':
        return draws(payload as ClipPayload);
      case 'lipsync_scene':
        return draws((payload as ScenePayload).clip);
      case 'lipsync_batch':
        return [];
      case 'enhance':
        return [(payload as EnhancePayload).options.model];
    }
  };
}
