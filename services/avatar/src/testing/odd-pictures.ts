import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createFrame, createHeadRenderer, MOTION_CHANNELS, openHead, poseAt, writeJpeg } from '@anima/face';
import sharp from 'sharp';
import type { OddRecipes } from './odd-file.js';
import type { TestMedia } from './test-media.js';

const HEADS = fileURLToPath(new URL('../../../../models/heads/', import.meta.url));
const SIDE = 256;
const face = { holds: 'picture', face: 'yes' } as const;
const noFace = { holds: 'picture', face: 'no' } as const;
const ada = () => sharp(`${HEADS}ada.png`).resize(SIDE);
const leo = () => sharp(`${HEADS}leo.png`).resize(SIDE);

/** The portraits in the size that the odd files are made of, and a second of ada. */
async function prepare(media: TestMedia): Promise<void> {
  await ada().removeAlpha().png().toFile(media.at('ada.png'));
  await ada().removeAlpha().jpeg().toFile(media.at('ada.jpg'));
  await leo().removeAlpha().png().toFile(media.at('leo.png'));
  const nod = ['-vf', "scale=264:264,crop=256:256:4:'4+4*sin(t*6)'", '-pix_fmt', 'yuv420p'];
  const encoding = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-c:a',
    'aac',
    '-shortest',
    '-movflags',
    '+faststart',
  ];
  const tone = ['-f', 'lavfi', '-i', 'sine=duration=1'];
  media.run(
    '-loop',
    '1',
    '-t',
    '1',
    '-i',
    media.at('ada.png'),
    ...tone,
    ...nod,
    ...encoding,
    media.at('ada.mp4'),
  );
  media.run(
    '-loop',
    '1',
    '-t',
    '1',
    '-i',
    media.at('leo.png'),
    ...tone,
    ...nod,
    ...encoding,
    media.at('leo.mp4'),
  );
}

const files: OddRecipes = {
  'one-pixel.png': {
    ...{ ...noFace, is: '1 x 1' },
    make: async (_, path) => {
      await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
        .png()
        .toFile(path);
    },
  },
  '8k.jpg': {
    ...{ ...face, is: '7680 x 4320' },
    make: async (_, path) => {
      await ada()
        .removeAlpha()
        .resize(7680, 4320, { fit: 'contain', background: 'grey' })
        .jpeg()
        .toFile(path);
    },
  },
  'no-face.jpg': {
    ...{ ...noFace, is: 'noise' },
    make: async (_, path) => {
      const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
      await sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: 'grey', noise } })
        .jpeg()
        .toFile(path);
    },
  },
  'two-faces.jpg': {
    ...{ ...face, is: 'two people' },
    make: async (_, path) => {
      const both = [
        { input: await ada().png().toBuffer(), left: 0, top: 0 },
        { input: await leo().png().toBuffer(), left: SIDE, top: 0 },
      ];
      const room = { width: 2 * SIDE, height: SIDE, channels: 3, background: 'grey' } as const;
      await sharp({ create: room }).composite(both).jpeg().toFile(path);
    },
  },
  'profile.jpg': {
    ...{ holds: 'picture', face: 'perhaps', is: 'a face from the side' },
    make: (_, path) => drawProfile(path),
  },
  'far-away.jpg': {
    ...{ holds: 'picture', face: 'perhaps', is: 'a face of some 20 pixels' },
    make: async (_, path) => {
      const small = await ada().resize(48).png().toBuffer();
      const room = { width: 640, height: 480, channels: 3, background: '#8090a0' } as const;
      await sharp({ create: room })
        .composite([{ input: small, left: 300, top: 200 }])
        .jpeg()
        .toFile(path);
    },
  },
  'see-through.png': {
    ...{ ...face, is: 'a picture with an alpha channel' },
    make: async (_, path) => {
      const hole = Buffer.from(
        `<svg width="${SIDE}" height="${SIDE}"><circle cx="128" cy="128" r="126"/></svg>`,
      );
      await ada()
        .ensureAlpha()
        .composite([{ input: hole, blend: 'dest-in' }])
        .png()
        .toFile(path);
    },
  },
  'cmyk.jpg': {
    ...{ ...face, is: 'colours for print' },
    make: async (_, path) => {
      await ada().removeAlpha().toColourspace('cmyk').jpeg().toFile(path);
    },
  },
  'exif-turned.jpg': {
    ...{ ...face, is: 'stored on its side, turned by a mark' },
    make: async (_, path) => {
      await ada().removeAlpha().rotate(270).withMetadata({ orientation: 6 }).jpeg().toFile(path);
    },
  },
  '16-bit.png': {
    ...{ ...face, is: '16 bits a channel' },
    make: async (_, path) => {
      await ada().removeAlpha().toColourspace('rgb16').png().toFile(path);
    },
  },
  'grey.png': {
    ...{ ...face, is: 'one channel' },
    make: async (_, path) => {
      await ada().greyscale().png().toFile(path);
    },
  },
  'moving.webp': {
    ...{ ...face, is: 'a picture that moves' },
    make: async (media, path) => {
      await sharp([media.at('ada.png'), media.at('leo.png')], { join: { animated: true } })
        .webp()
        .toFile(path);
    },
  },
  'huge.png': {
    ...{ holds: null, face: 'no', is: 'announces 60000 x 60000 in a few bytes' },
    make: async (media, path) => {
      const bytes = await readFile(media.at('ada.png'));
      // Width and height of the IHDR chunk; its checksum no longer fits, which not every decoder looks at.
      bytes.writeUInt32BE(60_000, 16);
      bytes.writeUInt32BE(60_000, 20);
      await writeFile(path, bytes);
    },
  },
};

/** A head does not turn that far: the whole scene is turned in its file. */
async function drawProfile(path: string): Promise<void> {
  const head = await openHead(turnedGlb(await readFile(`${HEADS}leo.glb`)));
  const background = { kind: 'colour', rgb: [128, 140, 150] } as const;
  const renderer = createHeadRenderer(head, { width: SIDE, height: SIDE, background });
  const frame = createFrame(SIDE, SIDE);
  renderer.render(poseAt({ fps: 25, frames: 1, values: new Float32Array(MOTION_CHANNELS) }, 0), frame);
  await writeJpeg(frame, path);
}

/** By a right angle (glTF 2.0: a node above all others; GLB: the JSON is the first chunk). */
function turnedGlb(glb: Buffer): Buffer {
  const end = 20 + glb.readUInt32LE(12);
  const json = JSON.parse(glb.toString('utf8', 20, end));
  const scene = json.scenes[json.scene ?? 0];
  json.nodes.push({ children: scene.nodes, rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] });
  scene.nodes = [json.nodes.length - 1];
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const header = Buffer.from(glb.subarray(0, 20));
  header.writeUInt32LE(glb.length - end + 20 + padded.length, 8);
  header.writeUInt32LE(padded.length, 12);
  return Buffer.concat([header, padded, glb.subarray(end)]);
}

export const oddPictures = { prepare, files };
