/**
 * Speakers for fitting and testing the mouth movement from audio: the shipped voices and, if
 * scripts/fetch-test-voices.mjs has installed them, voices of Kokoro (Apache-2.0) and one of Piper, which is
 * only used for testing.
 */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openModel } from '@anima/inference';
import {
  openHibariVoice,
  openKokoroModel,
  openPiperVoice,
  type ReadSentence,
  type SpokenSound,
  VOICES,
} from '@anima/speech';

export interface Speaker {
  readonly name: string;
  speakSentence(sentence: ReadSentence, seed: number): Promise<SpokenSound>;
}

export interface Speakers {
  readonly speakers: readonly Speaker[];
  close(): Promise<void>;
}

const FOLDER = process.env.ANIMA_TEST_VOICES || join(tmpdir(), 'anima-test-voices');
const KOKORO = join(FOLDER, 'kokoro/kokoro-82m-int8.onnx');
const PIPER = join(FOLDER, 'piper/en_US-joe-medium.onnx');

/** Kokoro voices: a fit learns from the first list, is monitored on the second, and never uses the third. */
const TRAINING = [
  ...['af_alloy', 'af_aoede', 'af_bella', 'af_jessica', 'af_kore', 'af_nicole', 'af_river', 'af_sarah'],
  ...['am_adam', 'am_echo', 'am_eric', 'am_fenrir', 'am_liam', 'am_onyx', 'am_puck'],
  ...['bf_alice', 'bf_isabella', 'bm_daniel', 'bm_fable', 'bm_george'],
];
const HELD_BACK = ['af_nova', 'bm_lewis'];
const UNHEARD = ['am_michael', 'bf_emma'];

/**
 * Opens the Kokoro voices that a fit learns from, and the two on which it is monitored. Throws if the test
 * voices are not installed, because a fit without them would not report the omission.
 */
export async function openKokoroOfFit(): Promise<Speakers & { readonly heldBack: readonly string[] }> {
  if (!existsSync(KOKORO)) throw new Error(`Expected ${KOKORO}: node scripts/fetch-test-voices.mjs`);
  return { ...(await openKokoro([...TRAINING, ...HELD_BACK])), heldBack: HELD_BACK };
}

/** Opens the speakers that the fit never uses. Returns none if the test voices are not installed. */
export async function openUnheardSpeakers(): Promise<Speakers> {
  const kokoro = await openKokoro(UNHEARD);
  return existsSync(PIPER) ? joined(kokoro, await openPiper()) : kokoro;
}

/** Opens the shipped voices. */
export async function openOwn(): Promise<Speakers> {
  const voice = await openHibariVoice((await openModel('hibari-heart')).dir);
  const speakers = VOICES.map(({ name }) => ({
    name,
    speakSentence: (sentence: ReadSentence, seed: number) => voice.speak(sentence, { voice: name, seed }),
  }));
  return { speakers, close: () => voice.close() };
}

async function openKokoro(names: readonly string[]): Promise<Speakers> {
  if (!existsSync(KOKORO)) return { speakers: [], close: async () => {} };
  const model = await openKokoroModel(KOKORO, (await openModel('hibari-heart')).dir);
  const speakers: Speaker[] = [];
  for (const name of names) {
    const voice = await model.openVoice(join(FOLDER, 'kokoro/voices', `${name}.bin`));
    speakers.push({ name, speakSentence: (sentence, seed) => voice.speak(sentence, { seed }) });
  }
  return { speakers, close: () => model.close() };
}

async function openPiper(): Promise<Speakers> {
  const voice = await openPiperVoice(PIPER);
  const speakSentence = (sentence: ReadSentence, seed: number) => voice.speak(sentence, { seed });
  return { speakers: [{ name: 'joe (Piper)', speakSentence: speakSentence }], close: () => voice.close() };
}

function joined(a: Speakers, b: Speakers): Speakers {
  return {
    speakers: [...a.speakers, ...b.speakers],
    close: async () => {
      await a.close();
      await b.close();
    },
  };
}
