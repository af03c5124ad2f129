/**
 * Settings that users can change at run time. One table defines the range, the default and the description of
 * each.
 */

interface IntegerRule {
  type: 'integer';
  minimum: number;
  maximum: number;
  default: number;
}
interface NumberRule {
  type: 'number';
  minimum: number;
  maximum: number;
  default: number;
}
interface ChoiceRule {
  type: 'choice';
  values: readonly string[];
  default: string;
}
export type SettingRule = (IntegerRule | NumberRule | ChoiceRule) & { description: string };

export const settingRules = {
  speech_concurrency: {
    type: 'integer',
    minimum: 1,
    maximum: 8,
    default: 1,
    description:
      'Concurrent speech jobs, each on one core in a separate process (about 160 MB for the shipped voice)',
  },
  speech_streams: {
    type: 'integer',
    minimum: 1,
    maximum: 64,
    default: 8,
    description:
      'Streams of speech at a time (POST /v1/audio/speech, POST /tts/stream), half of them for tickets; the next gets 429',
  },
  live_sessions: {
    type: 'integer',
    minimum: 1,
    maximum: 64,
    default: 8,
    description: 'Live sessions at a time (GET /live), half of them for tickets; the next is refused',
  },
  render_concurrency: {
    type: 'integer',
    minimum: 1,
    maximum: 8,
    default: 1,
    description: 'Lip sync and enhancement jobs of each kind that run at the same time',
  },
  default_speed: {
    type: 'number',
    minimum: 0.5,
    maximum: 2,
    default: 1,
    description: 'Speed of speech where a request names none',
  },
  default_audio_format: {
    type: 'choice',
    values: ['wav', 'mp3', 'opus', 'm4a'],
    default: 'wav',
    description: 'Format of speech where a request names none',
  },
  queue_limit: {
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    default: 200,
    description:
      'Jobs of each kind that may wait; the next is refused. A batch counts as one, whatever its scenes',
  },
  keep_jobs_days: {
    type: 'integer',
    minimum: 0,
    maximum: 3_650,
    default: 30,
    description: 'Days after which finished jobs and their files are removed; 0 keeps them forever',
  },
} as const satisfies Record<string, SettingRule>;

type Rules = typeof settingRules;
export type SettingName = keyof Rules;
export type EngineSettings = {
  -readonly [Name in SettingName]: Rules[Name] extends { values: readonly (infer Value)[] } ? Value : number;
};

export const settingNames = Object.keys(settingRules) as SettingName[];

export const defaultSettings: Readonly<EngineSettings> = Object.fromEntries(
  settingNames.map((name) => [name, settingRules[name].default]),
) as unknown as EngineSettings;

/** The settings now, and every change of them. A change is durable when it resolves. */
export interface SettingsKeeper {
  readonly current: Readonly<EngineSettings>;
  change(changes: Partial<EngineSettings>): Promise<Readonly<EngineSettings>>;
  reset(): Promise<Readonly<EngineSettings>>;
  /** Reads the file again, as after a restore. */
  reload(): Promise<void>;
}
