import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FaceMotion, motionFromSpeech } from '@anima/face';
import { openModel } from '@anima/inference';
import { createTextReader } from '@anima/speech';
import { openOwn } from '../lipsync/speakers.js';
import { readTakes } from '../lipsync/spoken-corpus.js';
import { SENTENCES } from '../speech/sentences.js';

/** Returns the motion of four sentences with pauses, blinks, sway and nods. */
export async function speakingMotion(fps: number): Promise<FaceMotion> {
  const folder = await mkdtemp(join(tmpdir(), 'speaking-motion-'));
  const own = await openOwn();
  const reader = await createTextReader((await openModel('hibari-heart')).dir);
  try {
    const [take] = await readTakes(folder, own.speakers[0]!, reader, SENTENCES.slice(0, 4));
    const { timeline } = take!;
    const frames = Math.round(timeline.duration * fps);
    return motionFromSpeech(timeline, { fps, frames, seed: 1, blink: true, headMotion: 1 });
  } finally {
    await reader.close();
    await own.close();
    await rm(folder, { recursive: true });
  }
}
