import { readFileSync, writeFileSync } from 'node:fs';
import type { OddRecipes } from './odd-file.js';

const sound = { holds: 'sound', face: 'no' } as const;
const TONE = ['-f', 'lavfi', '-i', 'sine=duration=1'];

export const oddSounds: OddRecipes = {
  'cover.mp3': {
    ...{ ...sound, is: 'a song with a portrait on its cover' },
    make: (media, path) =>
      media.run(
        ...TONE,
        '-i',
        media.at('ada.jpg'),
        '-map',
        '0',
        '-map',
        '1',
        '-c:v',
        'copy',
        '-disposition:v',
        'attached_pic',
        path,
      ),
  },
  'silence.wav': {
    ...{ ...sound, is: 'a second of silence' },
    make: (media, path) => media.run('-f', 'lavfi', '-i', 'anullsrc', '-t', '1', path),
  },
  'six-channels.flac': {
    ...{ ...sound, is: 'six channels' },
    make: (media, path) => media.run(...TONE, '-ac', '6', path),
  },
  '8-bit-8-khz.wav': {
    ...{ ...sound, is: 'the sound of a telephone' },
    make: (media, path) => media.run(...TONE, '-ar', '8000', '-c:a', 'pcm_u8', path),
  },
  'endless.wav': {
    ...{ ...sound, is: 'a WAV file that was never finished: it announces four gigabytes' },
    make(media, path) {
      media.run(...TONE, path);
      media.run('-i', path, '-f', 's16le', media.at('raw.pcm'));
      const header = Buffer.alloc(44);
      header.write('RIFF\xff\xff\xff\xffWAVEfmt ', 'latin1');
      header.writeUInt32LE(16, 16);
      header.writeUInt16LE(1, 20);
      header.writeUInt16LE(1, 22);
      header.writeUInt32LE(44_100, 24);
      header.writeUInt32LE(88_200, 28);
      header.writeUInt16LE(2, 32);
      header.writeUInt16LE(16, 34);
      header.write('data\xff\xff\xff\xff', 36, 'latin1');
      writeFileSync(path, Buffer.concat([header, readFileSync(media.at('raw.pcm'))]));
    },
  },
  'noise.mp3': {
    ...{ holds: null, face: 'no', is: 'bytes that begin as an MP3 does' },
    make: (_, path) =>
      writeFileSync(path, Buffer.from([0xff, 0xfb, ...Array.from({ length: 5_000 }, (_, i) => i % 251)])),
  },
};
