/**
 * Synthesised sentences with their timelines, cached in a folder so that each is synthesised only once: one
 * file of 16-bit samples and one of times per speaker. A take has several sentences with pauses between them.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpokenTimeline } from '@anima/face';
import type { TextReader } from '@anima/speech';
import { pcm16 } from '@anima/speech/testing';
import type { Speaker } from './speakers.js';

export interface Take {
  readonly speaker: string;
  readonly samples: Float32Array;
  readonly sampleRate: number;
  readonly timeline: SpokenTimeline;
}

/** Seconds between the sentences of a take, in turn. Some are too short for the mouth to close. */
const PAUSES = [0.2, 0.6, 0.35, 1.1];
const SENTENCES_OF_A_TAKE = 4;

export async function readTakes(
  folder: string,
  speaker: Speaker,
  reader: TextReader,
  texts: readonly string[],
): Promise<Take[]> {
  const file = join(folder, `${speaker.name.replaceAll(/\W/g, '')}-${texts.length}`);
  if (!existsSync(`${file}.json`)) {
    await mkdir(folder, { recursive: true });
    const takes = await speakTakes(speaker, reader, texts);
    await writeFile(`${file}.pcm`, Buffer.concat(takes.map(({ samples }) => pcm16(samples))));
    const takeRecords = takes.map(({ samples, ...rest }) => ({ ...rest, length: samples.length }));
    await writeFile(`${file}.json.part`, JSON.stringify(takeRecords));
    await rename(`${file}.json.part`, `${file}.json`);
  }
  return loadTakes(file);
}

/** Reads takes from `file`.pcm and `file`.json. */
export async function loadTakes(file: string): Promise<Take[]> {
  const bytes = await readFile(`${file}.pcm`);
  const takeRecords = JSON.parse(await readFile(`${file}.json`, 'utf8')) as (Take & { length: number })[];
  let at = 0;
  return takeRecords.map(({ length, ...take }) => {
    const samples = Float32Array.from({ length }, (_, i) => bytes.readInt16LE(2 * (at + i)) / 32_768);
    at += length;
    return { ...take, samples };
  });
}

async function speakTakes(speaker: Speaker, reader: TextReader, texts: readonly string[]): Promise<Take[]> {
  const takes: Take[] = [];
  for (let first = 0; first < texts.length; first += SENTENCES_OF_A_TAKE) {
    const parts: Float32Array[] = [];
    const words: { start: number; end: number }[] = [];
    const phonemes: SpokenTimeline['phonemes'][number][] = [];
    let samples = 0;
    let sampleRate = 0;
    const text = texts.slice(first, first + SENTENCES_OF_A_TAKE).join(' ');
    for await (const sentence of reader.sentences(text)) {
      const sound = await speaker.speakSentence(sentence, first);
      sampleRate = sound.sampleRate;
      const pause = new Float32Array(Math.round(PAUSES[parts.length % PAUSES.length]! * sampleRate));
      const offset = (samples + pause.length) / sampleRate;
      const later = <T extends { start: number; end: number }>(timed: T): T => ({
        ...timed,
        start: timed.start + offset,
        end: timed.end + offset,
      });
      words.push(...sound.words.map(later));
      phonemes.push(...sound.phonemes.map(later));
      samples += pause.length + sound.samples.length;
      parts.push(pause, sound.samples);
    }
    const whole = new Float32Array(samples);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    const timeline = { duration: samples / sampleRate, phonemes, words };
    takes.push({ speaker: speaker.name, samples: whole, sampleRate, timeline });
  }
  return takes;
}
