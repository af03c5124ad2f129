import { readFileSync } from 'node:fs';
import { loadOnnx } from '@anima/inference/load-onnx';
import type { Tensor } from 'onnxruntime-node';
import { createGaussianNoise } from '../audio/noise.js';
import { NOISE } from '../onnx/graph-additions.js';
import { openGraph, readGraphFile } from '../onnx/graph-file.js';
import type { SpokenSentence } from '../text/spoken-text.js';
import { finishSpeech, gainOf, modelPace, silentSound } from './finish-speech.js';
import { durationsOf, floatsOf, type PiperInterface, piperInterface } from './network-interfaces.js';
import { type PiperConfig, parsePiperConfig } from './piper-config.js';
import { piperIds } from './piper-phonemes.js';
import type { SpeakingVoice } from './speak-text.js';
import { idBegins, type SpokenSound } from './speech-times.js';

export interface PiperVoice extends SpeakingVoice {
  close(): Promise<void>;
}

/**
 * Time by which the sound is ahead of the durations, in seconds: the bias against a forced alignment of 148
 * words.
 */
const SHIFT = 0.03;
/** Channels of the noise of each frame; smaller voices have fewer. */
const NOISE_CHANNELS = 192;
/**
 * Frames of noise for each id and for each sentence. A voice at its own pace has about three frames for each
 * id.
 */
const FRAMES_AN_ID = 20;
const FRAMES_A_SENTENCE = 100;

/**
 * Reads the configuration and interface of a voice without loading it. Throws if the file or its .onnx.json
 * is not a Piper voice.
 */
export function readPiperVoice(file: string): PiperConfig & PiperInterface {
  let text: string;
  try {
    text = readFileSync(`${file}.json`, 'utf8');
  } catch (cause) {
    throw new Error(`Expected ${file}.json next to the network, found none`, { cause });
  }
  return { ...parsePiperConfig(text), ...piperInterface(readGraphFile(file)) };
}

/**
 * Opens a voice. `file` is the .onnx file; its .onnx.json is in the same folder. Speaks a sentence to measure
 * the level.
 */
export async function openPiperVoice(file: string): Promise<PiperVoice> {
  const voice = readPiperVoice(file);
  const { sampleRate } = voice;
  const session = await openGraph(file, voice.durations, 'fed');
  const { Tensor: NetworkTensor } = loadOnnx();
  const noise = createGaussianNoise();

  async function speak(
    sentence: SpokenSentence,
    speed: number,
    seed: number,
    gainDb: number,
  ): Promise<SpokenSound> {
    const input = piperIds(sentence, voice);
    if (!input.hasSound) return silentSound(sentence, sampleRate);
    const { ids } = input;
    const pace = modelPace(speed);
    const lengthScale = voice.lengthScale / pace;
    const frames = FRAMES_A_SENTENCE + Math.ceil(ids.length * FRAMES_AN_ID * Math.max(1, lengthScale));
    const results = await session.run({
      input: new NetworkTensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      input_lengths: new NetworkTensor('int64', BigInt64Array.of(BigInt(ids.length)), [1]),
      scales: new NetworkTensor('float32', Float32Array.of(voice.noiseScale, lengthScale, voice.noiseW), [3]),
      ...(voice.takesSpeaker ? { sid: new NetworkTensor('int64', BigInt64Array.of(0n), [1]) } : {}),
      ...(session.inputNames.includes(NOISE) ? { [NOISE]: noiseOf(seed, frames * NOISE_CHANNELS) } : {}),
    });
    const durations = durationsOf(results, voice.durations, ids.length);
    const begins = idBegins(durations, voice.hopLength / sampleRate, SHIFT);
    const raw = { samples: floatsOf(results, voice.audio), sampleRate, begins };
    return finishSpeech(sentence, input, raw, { factor: pace / speed, gainDb });
  }

  function noiseOf(seed: number, length: number): Tensor {
    const values = new Float64Array(length);
    noise.seed(seed);
    noise.fill(values);
    return new NetworkTensor('float32', Float32Array.from(values), [length]);
  }

  const gainDb = await gainOf((sentence, gain) => speak(sentence, 1, 0, gain));
  return {
    sampleRate,
    speak: (sentence, { speed = 1, seed = 0 } = {}) => speak(sentence, speed, seed, gainDb),
    close: () => session.release(),
  };
}
