import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import type { OddRecipes } from './odd-file.js';
import type { TestMedia } from './test-media.js';

const nothing = { holds: null, face: 'no' } as const;

/** The bytes of a file, changed. */
function changed(source: string, change: (bytes: Buffer) => Buffer) {
  return (media: TestMedia, path: string) => writeFileSync(path, change(readFileSync(media.at(source))));
}

/** Clips that lack something. */
export const oddBroken: OddRecipes = {
  'breaks-off.mp4': {
    ...{ holds: 'clip', face: 'yes', is: 'breaks off in the middle; what it is stands at its beginning' },
    make: changed('ada.mp4', (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.6))),
  },
  'breaks-off.webm': {
    ...{ holds: 'clip', face: 'yes', is: 'breaks off, as after a crash of the browser that recorded it' },
    make: changed('webm.webm', (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.9))),
  },
  'no-moov.mp4': {
    ...{ ...nothing, is: 'breaks off before it says what it is, at its end' },
    make(media, path) {
      media.run('-i', media.at('ada.mp4'), '-c', 'copy', path);
      truncateSync(path, Math.floor(readFileSync(path).length * 0.6));
    },
  },
  'flipped-bytes.mp4': {
    ...{ holds: 'clip', face: 'perhaps', is: 'every 900th byte of its middle is wrong' },
    make: changed('ada.mp4', (bytes) => {
      const damaged = Buffer.from(bytes);
      const start = bytes.indexOf('mdat', 0, 'latin1') + 2_000;
      for (let at = start; at < bytes.length - 2_000; at += 900) damaged[at] = damaged[at]! ^ 0xff;
      return damaged;
    }),
  },
  'huge-size.mp4': {
    ...{ holds: 'clip', face: 'yes', is: 'announces 65535 x 65535; the stream inside is small' },
    make: changed('ada.mp4', (bytes) => {
      const lying = Buffer.from(bytes);
      // Width and height in the entry of the sample description (ISO 14496-12, section 12.1.3).
      const entry = bytes.indexOf('avc1', bytes.indexOf('stsd', 0, 'latin1'), 'latin1') + 4;
      lying.writeUInt16BE(65_535, entry + 24);
      lying.writeUInt16BE(65_535, entry + 26);
      return lying;
    }),
  },
  'huge-frames.webm': {
    ...{ holds: 'sound', face: 'no', is: 'sound, and a few bytes whose frames announce 16383 x 16383' },
    make: changed('webm.webm', (bytes) => {
      const lying = Buffer.from(bytes);
      // The start code of a key frame of VP8, then width and height (RFC 6386, section 9.1).
      for (let at = bytes.indexOf('9d012a', 0, 'hex'); at >= 0; at = bytes.indexOf('9d012a', at + 3, 'hex'))
        lying.writeUInt32LE(0x3fff_3fff, at + 3);
      return lying;
    }),
  },
  'sound-only.mp4': {
    ...{ holds: 'sound', face: 'no', is: 'sound without pictures' },
    make: (media, path) => media.run('-i', media.at('ada.mp4'), '-vn', '-c:a', 'copy', path),
  },
  'zero-frames.mp4': {
    ...{ ...nothing, is: 'a track of pictures with none' },
    make: changed('silent.mp4', (bytes) => {
      const emptied = Buffer.from(bytes);
      // No times, no sizes, no places of samples: their counts become zero (ISO 14496-12, section 8.6 to 8.7).
      for (const [box, offset] of [
        ['stts', 8],
        ['stsz', 12],
        ['stsc', 8],
        ['stco', 8],
      ] as const)
        emptied.writeUInt32BE(0, bytes.indexOf(box, 0, 'latin1') + offset);
      return emptied;
    }),
  },
};
