import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '@anima/service/errors';
import { fulfils } from '@anima/service/settings';
import pLimit from 'p-limit';
import { replaceFile } from '../storage/replace-file.js';
import {
  defaultSettings,
  type EngineSettings,
  engineSettings,
  type SettingsKeeper,
  settingNames,
} from './engine-settings.js';

/** The settings in a JSON file. What it does not name has its default; a value that breaks its rule stops the start. */
export async function createSettingsFile(path: string): Promise<SettingsKeeper> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  let current = await read(path);
  /** One after the other: a change must not be lost to another one. */
  const inTurn = pLimit(1);

  function write(next: () => EngineSettings): Promise<Readonly<EngineSettings>> {
    return inTurn(async () => {
      const settings = next();
      await replaceFile(path, `${JSON.stringify(settings, null, 2)}\n`);
      current = settings;
      return settings;
    });
  }

  return {
    get current() {
      return current;
    },
    change: (changes) => write(() => ({ ...current, ...changes })),
    reset: () => write(() => ({ ...defaultSettings })),
    async reload() {
      current = await read(path);
    },
  };
}

async function read(path: string): Promise<EngineSettings> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { ...defaultSettings };
    throw error;
  }
  let stored: Record<string, unknown> | null;
  try {
    stored = JSON.parse(text) as Record<string, unknown> | null;
  } catch (cause) {
    throw new AppError('unavailable', `${path} is not valid JSON: repair or remove it`, { cause });
  }
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored))
    throw new AppError('unavailable', `${path} holds no settings: repair or remove it`);
  const settings: Record<string, unknown> = { ...defaultSettings };
  for (const name of settingNames) {
    if (stored[name] === undefined) continue;
    if (!fulfils(engineSettings[name].rule!, stored[name]))
      throw new AppError(
        'unavailable',
        `${path} has a value for ${name} that is not allowed: repair or remove it`,
      );
    settings[name] = stored[name];
  }
  return settings as unknown as EngineSettings;
}
