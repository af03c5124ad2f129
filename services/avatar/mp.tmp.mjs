import { readFileSync } from 'node:fs';
const D = '/work/main/services/avatar/dist/';
const { readPicture, prepareStill, motionFromSpeech, createFrame } = await import('@anima/face');
const { createMeshRenderer, poseAt } = await import('@anima/face/drawing');
const { createStudio } = await import(D + 'adapters/render/studio.js');
const studio = createStudio({ ffmpeg: 'ffmpeg', tracksDir: '/tmp/tracks' });
const picture = await readPicture('/work/main/models/heads/ada.png', {
  longestSide: +(process.argv[2] ?? 512),
});
const face = await studio.finder.find(picture, null);
const mesh = await studio.finder.use((m) => prepareStill(m, picture, face));
const tl = JSON.parse(readFileSync('/tmp/m/takes/heart-40.json'))[0].timeline;
tl.words ??= [];
const motion = motionFromSpeech(
  { ...tl, words: tl.words },
  { fps: 30, frames: Math.ceil(tl.duration * 30), seed: 1, blink: true, headMotion: 1 },
);
const r = createMeshRenderer(mesh);
const f = createFrame(picture.width, picture.height);
for (let k = 0; k < 4; k++) {
  const t = performance.now();
  for (let i = 0; i < motion.frames; i++) {
    f.bytes.set(picture.bytes);
    r.render(f, { points: face.points, presence: 1 }, poseAt(motion, i));
  }
  console.log('ms/frame', ((performance.now() - t) / motion.frames).toFixed(3));
}
process.exit();
