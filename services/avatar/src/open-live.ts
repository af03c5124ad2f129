import { AppError } from '@anima/service/errors';
import { liveStages } from './adapters/live/live-stages.js';
import type { SettingsKeeper } from './domain/engine-settings.js';
import { createLiveSpeech, type LiveSpeech } from './domain/live/live-speech.js';
import { createStreamPlaces, type StreamSlots, tooManyStreams } from './domain/speech/stream-places.js';
import { createLiveMetrics, type LiveMetrics } from './live-metrics.js';
import type { SpeechEngines } from './ports/speech-engine.js';

export interface OpenLive {
  speech: LiveSpeech;
  /** Of sessions through a socket. */
  sessions: StreamSlots;
  /** Of answers that are spoken while they are read. */
  streams: StreamSlots;
  metrics: LiveMetrics;
}

/** Speech for who listens now. */
export function openLive(engines: SpeechEngines, settings: Pick<SettingsKeeper, 'current'>): OpenLive {
  const sessions = createStreamPlaces({
    most: () => settings.current.live_sessions,
    refusal: (limit) =>
      new AppError('too_many_sessions', `Expected at most ${limit} live sessions at a time`),
  });
  return {
    speech: createLiveSpeech(engines, liveStages),
    sessions,
    streams: createStreamPlaces({
      most: () => settings.current.speech_streams,
      refusal: tooManyStreams,
    }),
    metrics: createLiveMetrics(sessions.taken),
  };
}
