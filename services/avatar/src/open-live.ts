import { AppError } from '@anima/service/errors';
import { createLiveMetrics, type LiveMetrics } from './live/live-metrics.js';
import { createLiveSpeech, type LiveSpeech } from './live/live-speech.js';
import { liveStages } from './live/live-stages.js';
import type { SettingsKeeper } from './settings/engine-settings.js';
import type { SpeechEngines } from './speech/speech-engine.js';
import { createStreamPlaces, type StreamPlaces, tooManyStreams } from './speech/stream-slots.js';

export interface OpenLive {
  speech: LiveSpeech;
  /** Of sessions through a socket. */
  sessions: StreamPlaces;
  /** Of answers that are spoken while they are read. */
  streams: StreamPlaces;
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
