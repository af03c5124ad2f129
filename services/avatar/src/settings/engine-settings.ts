import { enumSetting, integerSetting, numberSetting, type SettingValues } from '@anima/service/settings';

/** Settings that users can change at run time, with range, default and description. */
export const engineSettings = {
  speech_concurrency: integerSetting({
    min: 1,
    max: 8,
    default: 1,
    help: 'Concurrent speech jobs, each on one core in a separate process (about 160 MB for the shipped voice)',
  }),
  speech_streams: integerSetting({
    min: 1,
    max: 64,
    default: 8,
    help: 'Streams of speech at a time (POST /v1/audio/speech, POST /tts/stream), half of them for tickets; the next gets 429',
  }),
  live_sessions: integerSetting({
    min: 1,
    max: 64,
    default: 8,
    help: 'Live sessions at a time (GET /live), half of them for tickets; the next is refused',
  }),
  render_concurrency: integerSetting({
    min: 1,
    max: 8,
    default: 1,
    help: 'Lip sync and enhancement jobs of each kind that run at the same time',
  }),
  default_speed: numberSetting({
    min: 0.5,
    max: 2,
    default: 1,
    help: 'Speed of speech where a request names none',
  }),
  default_audio_format: enumSetting({
    values: ['wav', 'mp3', 'opus', 'm4a'],
    default: 'wav',
    help: 'Format of speech where a request names none',
  }),
  queue_limit: integerSetting({
    min: 1,
    max: 10_000,
    default: 200,
    help: 'Jobs of each kind that may wait; the next is refused. A batch counts as one, whatever its scenes',
  }),
  keep_jobs_days: integerSetting({
    min: 0,
    max: 3_650,
    default: 30,
    help: 'Days after which finished jobs and their files are removed; 0 keeps them forever',
  }),
};

export type SettingName = keyof typeof engineSettings;
export type EngineSettings = { -readonly [Name in SettingName]: SettingValues<typeof engineSettings>[Name] };

export const settingNames = Object.keys(engineSettings) as SettingName[];

export const defaultSettings: Readonly<EngineSettings> = Object.fromEntries(
  settingNames.map((name) => [name, engineSettings[name].fallback]),
) as unknown as EngineSettings;

/** The current settings. A change is durable when it resolves. */
export interface SettingsKeeper {
  readonly current: Readonly<EngineSettings>;
  change(changes: Partial<EngineSettings>): Promise<Readonly<EngineSettings>>;
  reset(): Promise<Readonly<EngineSettings>>;
  /** Reads the file again, such as after a restore. */
  reload(): Promise<void>;
}
