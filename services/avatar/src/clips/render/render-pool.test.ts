import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFfmpeg } from '../../media/ffmpeg/find-ffmpeg.js';
import { createLookQueue } from '../../media/probe-queue.js';
import { type OpenRender, openRender } from '../../open-parts.js';
import { local, localFiles } from '../../testing/local-files.js';
import { processesOf } from '../../testing/processes.js';
import { createTestMedia, LEO, type TestMedia } from '../../testing/test-media.js';
import { faceEngines } from './face-engines.js';

let media: TestMedia;
let render: OpenRender;
const crashes: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'anima-pool-'));

beforeAll(async () => {
  media = await createTestMedia();
  media.run('-f', 'lavfi', '-i', 'sine=duration=0.2', media.at('blip.wav'));
  media.run('-f', 'lavfi', '-i', 'sine=duration=60', media.at('long.wav'));
  render = openRender(
    { AVATAR_DATA_DIR: folder },
    {
      engines: faceEngines,
      media: { ffmpeg: await findFfmpeg(undefined), files: localFiles(), looks: createLookQueue() },
      log: { warn: () => {}, error: (told: { detail: string }) => crashes.push(told.detail) },
    },
  );
});
afterAll(async () => {
  await render.close();
  media.remove();
  rmSync(folder, { recursive: true });
});

const leo = { kind: 'head', name: 'leo', file: local(LEO) } as const;
const never = new AbortController().signal;

async function draw(
  name: string,
  sound = 'blip.wav',
  context = { signal: never, progress: () => {} },
): Promise<number> {
  const { frames } = await render.renderer.render(
    {
      engine: 'head',
      subject: leo,
      sound: { file: local(media.at(sound)) },
      timeline: null,
      options: {
        ...{ fps: 10, width: 64, enhance: false, headMotion: 0, blink: false, fade: 0, captions: 'none' },
        ...{ background: { kind: 'default' }, faceAt: null, seed: 0 },
      },
      captions: [],
      outputPath: join(folder, `${name}.mp4`),
    },
    context,
  );
  return frames;
}

it('closes idle workers and does not use them again', { timeout: 120_000 }, async () => {
  for (let round = 0; round < 2; round++) {
    const drawn = await Promise.all(['a', 'b'].map((name) => draw(`${round}${name}`)));
    expect(drawn).toEqual([2, 2]);
  }
  expect(crashes).toEqual([]);
});

describe.skipIf(process.platform === 'win32')(
  'a process that hangs while it draws',
  { timeout: 120_000 },
  () => {
    const drawers = () => processesOf(folder).filter(({ args }) => args.includes('render-process.js'));
    /** Begins a clip in a process that hangs then. */
    async function hang(signal: AbortSignal): Promise<{ drawn: Promise<number>; pid: number }> {
      await draw('warm');
      const { pid } = drawers()[0]!;
      let onStarted = () => {};
      const drawing = new Promise<void>((resolve) => {
        onStarted = resolve;
      });
      const drawn = draw('hung', 'long.wav', { signal, progress: () => onStarted() });
      drawn.catch(() => {});
      await drawing;
      process.kill(pid, 'SIGSTOP');
      return { drawn, pid };
    }

    it('is killed when its clip is cancelled; another worker handles a concurrent check', async () => {
      const controller = new AbortController();
      const { drawn, pid } = await hang(controller.signal);
      const checked = render.portraits.check(leo, { x: 0.5, y: 0.5 }, never);
      controller.abort(new Error('Cancelled'));
      await expect(drawn).rejects.toThrow('Cancelled');
      await checked;
      expect(drawers().map((drawer) => drawer.pid)).not.toContain(pid);
      expect(await draw('after')).toBe(2);
    });

    it('does not hold up the end of all', async () => {
      const { drawn } = await hang(never);
      await render.close();
      await expect(drawn).rejects.toMatchObject({ code: 'render_crashed' });
      expect(drawers()).toEqual([]);
    });
  },
);
