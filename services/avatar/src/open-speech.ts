import { join } from 'node:path';
import { resolveModelsDir } from '@anima/inference';
import type { Log } from '@anima/service/process';
import type { EngineVoice } from './catalog/catalog-entry.js';
import type { AvatarConfig } from './config.js';
import type { BegunProcesses } from './processes/begun-processes.js';
import { openEngines } from './speech/open-engines.js';
import type { SpeechEngines } from './speech/speech-engine.js';
import { createSpeechEngines } from './speech/speech-engines.js';
import type { VoiceFamily } from './speech/voice-family.js';

export interface OpenSpeech {
  engines: SpeechEngines;
  /** Of all engines, as they are now. */
  voices(): readonly EngineVoice[];
  close(): Promise<void>;
}

export interface SpeechParts {
  families: readonly VoiceFamily[];
  log: Log;
  /** How many processes each engine may have. */
  processes: () => number;
  begun?: BegunProcesses | undefined;
}

/** The engines of all families that have a voice here. */
export async function openSpeech(
  config: AvatarConfig,
  { families, log, processes, begun }: SpeechParts,
): Promise<OpenSpeech> {
  const engines = createSpeechEngines(
    await openEngines(families, {
      roots: [join(config.AVATAR_DATA_DIR, 'voices'), join(resolveModelsDir(), 'voices')],
      onLeftOut: (file, reason) => log.warn({ file }, `a voice is left out: ${reason}`),
      onCrash: (detail) => log.error({ detail }, 'the process that speaks ended'),
      processes,
      begun,
    }),
  );
  return {
    engines,
    voices: () =>
      engines.engines.flatMap((engine) =>
        engine.voices.map((voice) => ({
          ...voice,
          engine: engine.name,
          isLoaded: engine.isLoaded(voice.name),
        })),
      ),
    close: () => engines.close(),
  };
}
