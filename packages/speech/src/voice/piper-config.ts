/** Content of the .onnx.json file of a Piper voice. */
export interface PiperConfig {
  sampleRate: number;
  /** Name of the voice in espeak-ng: "en-us". */
  espeakVoice: string;
  /** Samples of one unit of duration. */
  hopLength: number;
  noiseScale: number;
  lengthScale: number;
  /** Scale of the noise of durations. */
  noiseW: number;
  speakers: number;
  phonemeIds: Readonly<Record<string, readonly number[]>>;
}

/** Hop length of all voices of Piper; later files state it. */
const HOP_LENGTH = 256;
/** Defaults of Piper. */
const INFERENCE = { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 };
/** Signs around and between the ids of a sentence. */
export const SIGNS = { start: '^', end: '$', pad: '_' } as const;

/** Throws if the text is not such a file, or if the voice does not use phonemes of espeak. */
export function parsePiperConfig(text: string): PiperConfig {
  const config = object(JSON.parse(text), 'the file');
  const inference = object(config.inference ?? {}, 'inference');
  const type = config.phoneme_type ?? 'espeak';
  if (type !== 'espeak')
    throw new Error(
      `Expected a voice that speaks from phonemes of espeak, received phoneme_type ${String(type)}`,
    );
  const phonemeIds = object(config.phoneme_id_map, 'phoneme_id_map');
  for (const [sign, ids] of Object.entries(phonemeIds))
    if (!Array.isArray(ids) || !ids.every((id) => Number.isInteger(id) && id >= 0))
      throw new Error(`Expected a list of ids for "${sign}" in phoneme_id_map, received ${String(ids)}`);
  for (const sign of Object.values(SIGNS))
    if (!(sign in phonemeIds)) throw new Error(`Expected "${sign}" in phoneme_id_map, received none`);
  const espeakVoice = object(config.espeak, 'espeak').voice;
  if (typeof espeakVoice !== 'string' || espeakVoice === '')
    throw new Error(`Expected a name for espeak.voice, received ${String(espeakVoice)}`);
  const scale = (name: keyof typeof INFERENCE): number =>
    number(inference[name] ?? INFERENCE[name], `inference.${name}`, 0, 10);
  return {
    sampleRate: number(object(config.audio, 'audio').sample_rate, 'audio.sample_rate', 8_000, 48_000),
    espeakVoice,
    hopLength: number(config.hop_length ?? HOP_LENGTH, 'hop_length', 1, 4096),
    noiseScale: scale('noise_scale'),
    lengthScale: scale('length_scale'),
    noiseW: scale('noise_w'),
    speakers: number(config.num_speakers ?? 1, 'num_speakers', 1, 100_000),
    phonemeIds: phonemeIds as Record<string, number[]>,
  };
}

function object(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`Expected an object for ${what}, received ${JSON.stringify(value) ?? 'nothing'}`);
  return value as Record<string, unknown>;
}

function number(value: unknown, what: string, least: number, most: number): number {
  if (typeof value !== 'number' || !(value >= least && value <= most))
    throw new Error(
      `Expected a number from ${least} to ${most} for ${what}, received ${JSON.stringify(value) ?? 'nothing'}`,
    );
  return value;
}
