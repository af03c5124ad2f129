/**
 * Makes services/avatar/sources/ada-listening.mp4, the source clip that ships: Ada for eight seconds, blinking and moving a little,
 * drawn by engine `head`. Run after a change of that engine: `node scripts/make-source-clip.mjs`.
 */
import { readFileSync } from 'node:fs';
import { createFrame, createHeadRenderer, motionFromSpeech, openHead, poseAt } from '@anima/face';
import { openClipWriter } from '../services/avatar/dist/media/ffmpeg/clip-writer.js';
import { findFfmpeg } from '../services/avatar/dist/media/ffmpeg/find-ffmpeg.js';

const SIDE = 512;
const FPS = 25;
const SECONDS = 8;
const path = new URL('../services/avatar/sources/ada-listening.mp4', import.meta.url).pathname;

const head = await openHead(readFileSync(new URL('../models/heads/ada.glb', import.meta.url)));
const renderer = createHeadRenderer(head, { width: SIDE, height: SIDE, background: { kind: 'default' } });
const frames = SECONDS * FPS;
const motion = motionFromSpeech(
  { duration: SECONDS, phonemes: [], words: [] },
  { fps: FPS, frames, seed: 4, blink: true, headMotion: 1 },
);
const writer = await openClipWriter(await findFfmpeg(process.env.FFMPEG_PATH), {
  path,
  width: SIDE,
  height: SIDE,
  fps: FPS,
  audio: null,
});
const frame = createFrame(SIDE, SIDE);
for (let i = 0; i < frames; i++) {
  renderer.render(poseAt(motion, i), frame);
  await writer.write(frame.bytes);
}
console.log(path, await writer.finish());
