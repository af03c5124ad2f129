import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { OpenClip } from '../../media/ffmpeg/clip-reader.js';
import { type TrackOrder, trackClip } from './clip-track.js';
import { createFaceFinder, type FaceFinder } from './face-finder.js';

const folder = mkdtempSync(join(tmpdir(), 'anima-clip-track-'));
afterAll(() => rmSync(folder, { recursive: true }));
const FRAMES = 4;

/** A clip of grey frames. `onRead` receives the index of each requested frame. */
function greyClip(onRead: (frame: number) => void): OpenClip {
  let next = 0;
  const reader = {
    async read(into: Uint8Array) {
      const frame = next++;
      onRead(frame);
      into.fill(128);
      return frame < FRAMES;
    },
    close() {},
  };
  return { canSeek: async () => false, frames: () => reader } as unknown as OpenClip;
}

/** Uses a new `tracksDir` each time, so that no track is cached. */
function follow(clip: OpenClip, finder: FaceFinder) {
  const tracksDir = mkdtempSync(join(folder, 'tracks-'));
  const path = join(folder, 'clip.mp4');
  writeFileSync(path, 'its content names the track');
  const subject = { kind: 'clip', path, duration: FRAMES / 25 } as TrackOrder['subject'];
  const order = { ...{ subject, clip, width: 64, height: 64, fps: 25 }, ...{ faceAt: null, frames: 100 } };
  const context = { progress: () => {}, signal: new AbortController().signal };
  return { tracksDir, done: trackClip({ tracksDir, finder }, order, context) };
}

describe('a face that is followed through a clip', () => {
  it('is found while the next image is decoded', async () => {
    const read: (() => void)[] = [];
    const whenRead = Array.from({ length: FRAMES + 1 }, (_, frame) => {
      return new Promise<void>((resolve) => {
        read[frame] = resolve;
      });
    });
    const finder = createFaceFinder();
    // The first use opens the tracker, each after it follows the face through one frame.
    let followed = -1;
    const patient: FaceFinder = {
      ...finder,
      async use(work) {
        if (followed++ >= 0) await whenRead[followed];
        return finder.use(work);
      },
    };
    const { track, cached } = await follow(
      greyClip((frame) => read[frame]!()),
      patient,
    ).done;
    expect(cached).toBe(false);
    expect([track.frames, track.complete]).toEqual([FRAMES, true]);
    track.close();
  });

  it('leaves nothing behind where a picture cannot be decoded', async () => {
    const broken = greyClip((frame) => {
      if (frame === 2) throw new Error('broken');
    });
    const { tracksDir, done } = follow(broken, createFaceFinder());
    await expect(done).rejects.toThrow('broken');
    expect(readdirSync(tracksDir)).toEqual([]);
  });
});
