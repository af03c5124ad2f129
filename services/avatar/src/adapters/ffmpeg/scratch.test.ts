import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import sharp from 'sharp';
import { createFrame, frameRegionToRgb } from '@anima/face';
import { ffmpegBuilds } from '../../testing/ffmpeg-builds.js';
import { makeOddMedia } from '../../testing/odd-media.js';
import { createTestMedia } from '../../testing/test-media.js';
import { openClipReader } from './clip-reader.js';
import { probeClipFile } from './probe-clip-file.js';
test('sheet', async () => {
  const media = await createTestMedia();
  const files = await makeOddMedia(media);
  const tiles: sharp.OverlayOptions[] = []; let n = 0;
  for (const f of files) {
    if (f.holds === 'picture') { tiles.push({ input: await sharp(media.at(f.name)).resize(128,128,{fit:'contain'}).png().toBuffer(), left: (n%10)*130, top: Math.floor(n/10)*130 }); n++; }
    if (f.holds !== 'clip') continue;
    for (const { ffmpeg } of (await ffmpegBuilds())) {
      const p = await probeClipFile(ffmpeg, media.at(f.name));
      const r = await openClipReader(ffmpeg, { path: media.at(f.name), format: p.format }, { width: 128, height: 128, fps: 25, fit: 'contain' });
      const fr = createFrame(128,128); let c = 0; while (c < 15 && await r.read(fr.bytes)) c++;
      while (await r.read(new Uint8Array(fr.bytes.length)));
      console.log(f.name, JSON.stringify(p), r.frameIndex, r.note());
      const rgb = frameRegionToRgb(fr);
      tiles.push({ input: await sharp(rgb, { raw: { width: 128, height: 128, channels: 3 } }).png().toBuffer(), left: (n%10)*130, top: Math.floor(n/10)*130 }); n++;
    }
  }
  writeFileSync('/tmp/MEDIA/sheet.png', await sharp({ create: { width: 1300, height: 130*Math.ceil(n/10), channels: 3, background: '#222' } }).composite(tiles).png().toBuffer());
  media.remove();
}, 200000);
