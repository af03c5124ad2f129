import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { findFfmpeg } from '../media/ffmpeg/find-ffmpeg.js';
import { runFfmpeg } from '../media/ffmpeg/run-ffmpeg.js';
import type { OddFile } from './odd-file.js';
import { makeOddMedia } from './odd-media.js';
import { createTestMedia, type TestMedia } from './test-media.js';
import { startTestService, type TestService } from './test-service.js';

/** Request field for a file of the corpus, with the other fields of the clip. */
export const oddFields = {
  seen: { field: 'source_path', rest: { text: 'Hi.' } },
  heard: { field: 'audio_path', rest: { face: 'leo' } },
} as const;

/** A service that may read the corpus of bad and odd files, and the outcome of each. */
export interface OddScenes {
  service: TestService;
  media: TestMedia;
  files: OddFile[];
  /**
   * Sends each file in a field that it does not fit. Returns status and code of the responses, which suggest
   * a fix.
   */
  refusalsOf(use: keyof typeof oddFields, names: readonly string[]): Promise<Record<string, string>>;
  /**
   * Renders all files in one batch, in which a bad file must not stop the rest. Returns `clip` or the error
   * code of each.
   */
  outcomesOf(use: keyof typeof oddFields, names: readonly string[]): Promise<Record<string, string>>;
  /** The service answers, draws, and has neither logged an error nor left half a clip. */
  expectLife(): Promise<void>;
  close(): Promise<void>;
}

interface Scene {
  id: string;
  status: string;
  output_path: string;
  /** Seconds. */
  duration: number;
  error?: { code: string };
}

/** These tests check the outcome and not the quality. */
const small = { width: 64, fps: 10 };

/** Opens the whole corpus, or only the required files. */
export async function openOddScenes(needed?: readonly string[]): Promise<OddScenes> {
  const media = await createTestMedia();
  const files = await makeOddMedia(media, needed);
  const service = await startTestService({
    AVATAR_FILE_ROOTS: media.at('.'),
    FFMPEG_PATH: (await findFfmpeg(undefined))!,
  });

  async function drawAll(scenes: Record<string, unknown>[]): Promise<Scene[]> {
    const accepted = await service.post('/lipsync/generate/batch', { scenes, defaults: { options: small } });
    expect(accepted.status).toBe(202);
    let job: { status: string; scenes: Scene[] } = { status: 'queued', scenes: [] };
    await vi.waitFor(
      async () => {
        job = (await service.get(accepted.body.status_url)).body;
        expect(['queued', 'running']).not.toContain(job.status);
      },
      { timeout: 400_000, interval: 100 },
    );
    expect(job.status).toBe('succeeded');
    return job.scenes;
  }

  return {
    service,
    media,
    files,
    async refusalsOf(use, names) {
      const { field, rest } = oddFields[use];
      const refusals: Record<string, string> = {};
      for (const name of names) {
        const scene = { ...rest, [field]: media.at(name) };
        const { status, body } = await service.post('/lipsync/generate', scene);
        expect(body.detail, name).toMatch(/^Expected .*(received|found) /);
        refusals[name] = `${status} ${body.code}`;
      }
      return refusals;
    },
    async outcomesOf(use, names) {
      const { field, rest } = oddFields[use];
      const scenes = await drawAll(names.map((name) => ({ ...rest, id: name, [field]: media.at(name) })));
      const became: Record<string, string> = {};
      for (const scene of scenes) became[scene.id] = await outcomeOf(scene);
      return became;
    },
    async expectLife() {
      expect((await service.get('/health')).body).toEqual({ status: 'ok' });
      const [scene] = await drawAll([{ text: 'Still here.', face: 'leo' }]);
      expect(await outcomeOf(scene!)).toBe('clip');
      expect(service.log().filter(({ level }) => level === 'error')).toEqual([]);
      const folder = join(service.dataDir, 'media', 'video');
      expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
    },
    async close() {
      await service.close();
      media.remove();
    },
  };
}

async function outcomeOf({ status, error, output_path, duration }: Scene): Promise<string> {
  if (status !== 'succeeded') return error!.code;
  const frames = await countFrames(output_path);
  const expectedFrames = duration * small.fps;
  return frames === expectedFrames && frames > 0 ? 'clip' : `${frames} of ${expectedFrames} frames`;
}

async function countFrames(path: string): Promise<number> {
  const { words, succeeded } = await runFfmpeg((await findFfmpeg(undefined))!, { path, format: 'mp4' }, [
    ...['-stats', '-map', '0:v:0', '-f', 'null', '-'],
  ]);
  expect(succeeded).toBe(true);
  return Number([...words.matchAll(/frame=\s*(\d+)/g)].at(-1)![1]);
}
