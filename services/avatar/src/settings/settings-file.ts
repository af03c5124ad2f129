import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '@anima/service/errors';
import pLimit from 'p-limit';
import { replaceFile } from '../storage/replace-file.js';
import {
  defaultSettings,
  type EngineSettings,
  type SettingRule,
  type SettingsKeeper,
  settingNames,
  settingRules,
} from './engine-settings.js';

/**
 * Opens the settings in a JSON file. Missing settings have their defaults; an invalid value prevents the
 * start.
 */
export async function createSettingsFile(path: string): Promise<SettingsKeeper> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  let current = await read(path);
  /** Serialises changes, so that none overwrites another. */
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
    if (!keepsRule(settingRules[name], stored[name]))
      throw new AppError(
        'unavailable',
        `${path} has a value for ${name} that is not allowed: repair or remove it`,
      );
    settings[name] = stored[name];
  }
  return settings as unknown as EngineSettings;
}

function keepsRule(rule: SettingRule, value: unknown): boolean {
  if (rule.type === 'choice') return typeof value === 'string' && rule.values.includes(value);
  if (typeof value !== 'number' || value < rule.minimum || value > rule.maximum) return false;
  return rule.type === 'number' || Number.isInteger(value);
}
