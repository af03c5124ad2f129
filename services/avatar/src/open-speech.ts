import { join } from 'node:path';
import { readRegistry, resolveModelsDir } from '@anima/inference';
import type { Log } from '@anima/service/process';
import { createEnginePool } from './adapters/speech/engine-pool.js';
import { createFoundEngines } from './adapters/speech/found-engines.js';
import { createHibariEngine } from './adapters/speech/hibari-engine.js';
import type { AvatarConfig } from './config.js';
import type { EngineVoice } from './domain/catalog/catalog-entry.js';
import { createSpeechEngines } from './domain/speech/speech-engines.js';
import type { SpeechEngines } from './ports/speech-engine.js';

export interface OpenSpeech {
  engines: SpeechEngines;
  /** Of all engines, as they are now. */
  voices(): readonly EngineVoice[];
  close(): Promise<void>;
}

/** The voice that ships, and those that were found beside it; each engine has at most `processes()` processes. */
export async function openSpeech(
  config: AvatarConfig,
  log: Log,
  processes: () => number,
): Promise<OpenSpeech> {
  const onCrash = (detail: string) => log.error({ detail }, 'the process that speaks ended');
  const sizeBytes = await modelBytes('hibari-heart');
  const engines = createSpeechEngines([
    createEnginePool(() => createHibariEngine({ sizeBytes, onCrash }), processes),
    ...createFoundEngines({
      roots: [join(config.AVATAR_DATA_DIR, 'voices'), join(resolveModelsDir(), 'voices')],
      onLeftOut: (file, reason) => log.warn({ file }, `a voice is left out: ${reason}`),
      onCrash,
      processes,
    }),
  ]);
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

async function modelBytes(name: string): Promise<number> {
  const model = (await readRegistry(resolveModelsDir())).find((each) => each.name === name);
  return (model?.files ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
}
