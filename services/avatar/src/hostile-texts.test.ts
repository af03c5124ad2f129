import { fileURLToPath } from 'node:url';
import { growthFaults } from '@anima/service/testing';
import { createTextReader, prepareText, type TextReader } from '@anima/speech';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameOfFile } from './catalog/catalog-entry.js';
import { logLinesStartingWith } from './media/ffmpeg/run-ffmpeg.js';
import { toCues, toSrt, toVtt } from './speech/subtitles.js';

let reader: TextReader;
beforeAll(async () => {
  reader = await createTextReader(fileURLToPath(new URL('../../../models/hibari-heart', import.meta.url)));
});
afterAll(() => reader.close());

/** Builds subtitles as if each run of up to 20 characters were a word of 0.2 s. */
function subtitles(text: string): string[] {
  const words = [...text.matchAll(/\S{1,20}/g)].map(({ 0: word, index }, at) => ({
    word,
    charStart: index,
    charEnd: index + word.length,
    start: at * 0.3,
    end: at * 0.3 + 0.2,
  }));
  const cues = toCues(text, words);
  return [toSrt(cues), toVtt(cues)];
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a text to be spoken, before it is accepted': (text) => prepareText(`Go. ${text}`),
  'a text that is read sentence by sentence': async (text) => {
    for await (const _ of reader.sentences(`Go. ${text}`));
  },
  'an entry of a lexicon': (text) => prepareText('Go.', { lexicon: { Go: text } }),
  subtitles,
  'the name of a file': (text) => nameOfFile(`${text}.mp4`),
  'what ffmpeg says': (text) => logLinesStartingWith(text, 'Duration: '),
};

describe('texts made to hurt', () => {
  it.each(Object.entries(readers))(
    'take time in proportion to their length: %s',
    async (_, read) => {
      try {
        await read('Warm up. It is 5% of $3.50 on May 1st, 2020.');
      } catch {
        // No pronunciation.
      }
      expect(await growthFaults(read)).toEqual({});
    },
    300_000,
  );
});
