import { AppError } from '@anima/service/errors';
import { type Catalog, findVoice } from '../catalog/catalog.js';
import type { MediaEntry } from '../catalog/catalog-entry.js';
import { faceModelUrl } from '../catalog/catalog-schema.js';
import type { SettingsKeeper } from '../settings/engine-settings.js';
import { toExpression } from '../speech/expression-field.js';
import type { LiveSessionSettings, SessionUpdate } from './live-messages.js';
import type { LiveShapes } from './live-motion.js';
import { type LiveSpeechOptions, liveDefaults, type liveFrameRates } from './live-speech.js';

/** Choices of a session so far. */
export interface LiveChoices {
  /** Applies changes for the rest of the session. If one is rejected, none is applied. */
  with(changes: Omit<SessionUpdate, 'type'>, signal: AbortSignal): Promise<ChosenSession>;
}

export interface ChosenSession {
  manner: Omit<LiveSessionSettings, 'session_id' | 'motion'>;
  spoken: LiveSpeechOptions;
  shapes: LiveShapes;
  fps: (typeof liveFrameRates)[number];
  leadMs: number;
}

const LEAD_MS = 2_000;

export function createLiveChoices({
  catalog,
  settings,
}: {
  catalog: Pick<Catalog, 'voices' | 'read' | 'find'>;
  settings: Pick<SettingsKeeper, 'current'>;
}): LiveChoices {
  let chosen: Omit<SessionUpdate, 'type'> = {};
  return {
    async with(changes, signal) {
      const next = {
        ...{ ...chosen, ...changes },
        audio: { ...chosen.audio, ...changes.audio },
        motion: { ...chosen.motion, ...changes.motion },
      };
      const { voice, presetSpeed } = await findVoice(catalog, next.voice);
      const name = next.voice ?? (await catalog.voices()).defaultVoice ?? voice;
      const face = await faceOf(catalog, next.face, signal);
      chosen = next;
      const sampleRate = next.audio.sample_rate ?? liveDefaults.sampleRate;
      return {
        manner: {
          ...{ voice: name, face, expression: toExpression(next.expression) },
          audio: { sample_rate: sampleRate, format: 'pcm16' },
        },
        spoken: {
          ...{ voice, sampleRate, lexicon: next.lexicon ?? {} },
          speed: next.speed ?? presetSpeed ?? settings.current.default_speed,
        },
        shapes: next.motion.shapes ?? 'arkit',
        fps: next.motion.fps ?? liveDefaults.fps,
        leadMs: next.lead_ms ?? LEAD_MS,
      };
    },
  };
}

/** Finds a face by name, or the default face. Returns null if it does not exist. */
async function faceOf(
  catalog: Pick<Catalog, 'read' | 'find'>,
  name: string | undefined,
  signal: AbortSignal,
): Promise<LiveSessionSettings['face']> {
  if (name !== undefined) return toFace(await found(catalog, name, signal));
  const { faces, defaults } = await catalog.read(signal);
  const face = faces.find((entry) => entry.name === defaults.face);
  return face === undefined ? null : toFace(face);
}

async function found(catalog: Pick<Catalog, 'find'>, name: string, signal: AbortSignal): Promise<MediaEntry> {
  try {
    return await catalog.find('faces', name, signal);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'catalog_entry_not_found') throw error;
    throw new AppError('face_not_found', error.message);
  }
}

function toFace({ name, media }: MediaEntry): LiveSessionSettings['face'] {
  return { name, model_url: faceModelUrl(name), format: media.kind === 'head' ? media.format : 'picture' };
}
