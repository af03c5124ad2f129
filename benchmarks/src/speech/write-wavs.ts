/**
 * Speaks the sentences into a folder for hear.py and align.py: one WAV each, and manifest.json with words,
 * phonemes and times.
 * `node benchmarks/dist/speech/write-wavs.js FOLDER [voice] [speed]`
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openModel } from '@anima/inference';
import { createTextReader, DEFAULT_VOICE, openHibariVoice } from '@anima/speech';
import { pcm16, wavHeader } from '@anima/speech/testing';
import { SENTENCES } from './sentences.js';

const [folder, voiceName = DEFAULT_VOICE, speed = '1'] = process.argv.slice(2);
if (folder === undefined) throw new Error('Expected a folder to write to, received none');
const { dir } = await openModel('hibari-heart');
const voice = await openHibariVoice(dir);
const reader = await createTextReader(dir);
await mkdir(folder, { recursive: true });
const manifest: object[] = [];
for (const [seed, text] of SENTENCES.entries()) {
  for await (const sentence of reader.sentences(text)) {
    const file = `${String(manifest.length).padStart(2, '0')}.wav`;
    const sound = await voice.speak(sentence, { voice: voiceName, speed: Number(speed), seed });
    await writeFile(
      join(folder, file),
      Buffer.concat([wavHeader(sound.sampleRate, sound.samples.length), pcm16(sound.samples)]),
    );
    const words = sound.words.map((time, i) => ({ text: sentence.words[i]!.text, ...time }));
    manifest.push({ file, words, phonemes: sound.phonemes });
  }
}
await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
await reader.close();
await voice.close();
