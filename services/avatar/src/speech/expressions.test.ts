import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishedJob } from '../testing/finished-job.js';
import { openLive } from '../testing/live-socket.js';
import { eventsOf } from '../testing/sse.js';
import { createTestMedia, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
  service = await startTestService({ AVATAR_FILE_ROOTS: media.at('.') });
});
afterAll(async () => {
  await service.close();
  media.remove();
});

const MARKED = '[surprised] Oh. [happy 0.8] Good [1] news! It \\[sad] stays. [neutral]';
const SPOKEN_TEXT = 'Oh Good one news It sad stays';

const small = { width: 128, fps: 10, head_motion: 0, blink: false };

async function made(path: string, body: object) {
  const accepted = await service.post(path, body);
  expect(accepted).toMatchObject({ status: 202 });
  const job = await finishedJob(service, accepted.body.status_url);
  expect(job.error).toBeUndefined();
  return job;
}

/** The picture of a clip at a second, grey. */
function lumaAt(path: string, seconds: number): Buffer {
  const to = media.at('expression.raw');
  media.run('-ss', String(seconds), '-i', path, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', to);
  return readFileSync(to);
}
function apart(one: Buffer, other: Buffer): number {
  return one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0) / one.length;
}

describe('marks of expressions in texts', () => {
  it('are in no word, no subtitle and no sound, and words keep their places', async () => {
    const { result } = await made('/tts/generate', { text: MARKED });
    expect(result.words.map(({ word }: { word: string }) => word).join(' ')).toBe(SPOKEN_TEXT);
    for (const { word, char_start: start, char_end: end } of result.words)
      if (word !== 'one') expect(MARKED.slice(start, end).toLowerCase()).toBe(word.toLowerCase());
    for (const path of [result.subtitles.srt_path, result.subtitles.vtt_path]) {
      const text = readFileSync(path, 'utf8');
      expect(text).toContain('Good [1] news!');
      expect(text).toContain('It [sad] stays.');
      expect(text).not.toMatch(/happy|surprised|neutral/);
    }
  });

  it('are shown by a clip of the text, and of the speech job of it', { timeout: 90_000 }, async () => {
    const text = '[happy] Good evening to you all. [pause 600ms] [angry] And a good night.';
    const plain = 'Good evening to you all. [pause 600ms] And a good night.';
    const speech = await made('/tts/generate', { text });
    const clips = [];
    for (const sound of [{ text }, { tts_job_id: speech.job_id }, { text: plain }])
      clips.push(await made('/lipsync/generate', { ...sound, options: { ...small, captions: 'beside' } }));
    const [marked, spoken, calm] = clips;
    expect(readFileSync(marked.result.subtitles.srt_path, 'utf8')).not.toMatch(/\[|happy|angry/);
    const last = marked.result.words.at(-1).end - 0.1;
    for (const seconds of [1, last]) {
      expect(apart(lumaAt(marked.output_path, seconds), lumaAt(calm.output_path, seconds))).toBeGreaterThan(
        0.15,
      );
      expect(apart(lumaAt(marked.output_path, seconds), lumaAt(spoken.output_path, seconds))).toBeLessThan(
        0.1,
      );
    }
  });

  it.each([
    ['/tts/generate', { text: '[happy] [sad]' }],
    ['/lipsync/generate', { text: ' [thinking 0.5]' }],
    ['/tts/stream', { text: '[happy]' }],
    ['/v1/audio/speech', { model: 'any', voice: 'alloy', input: '[happy]' }],
  ])('alone are an empty text for %s', async (path, body) => {
    expect(await service.post(path, body)).toMatchObject({ status: 422, body: { code: 'text_empty' } });
  });
});

describe('options.expression', () => {
  it.each(['happy', 'surprised'])(
    '%s is seen in a clip of a head',
    { timeout: 60_000 },
    async (expression) => {
      const body = { text: 'Yes, one.' };
      const [plain, shown] = [
        await made('/lipsync/generate', { ...body, options: small }),
        await made('/lipsync/generate', { ...body, options: { ...small, expression } }),
      ];
      expect(apart(lumaAt(plain.output_path, 0.5), lumaAt(shown.output_path, 0.5))).toBeGreaterThan(0.15);
      expect(shown.result.notes).toEqual([]);
    },
  );

  it('applies to each scene without one, and an image reports unsupported expressions', async () => {
    const sound = { text: 'One.' };
    const batch = await made('/lipsync/generate/batch', {
      scenes: [
        sound,
        { ...sound, options: { expression: { name: 'neutral' } } },
        { ...sound, options: small },
      ],
      defaults: { options: { ...small, expression: 'surprised' } },
    });
    const [first, second, third] = batch.scenes.map((scene: { output_path: string }) =>
      lumaAt(scene.output_path, 0.3),
    );
    expect(apart(first, second)).toBeGreaterThan(0.15);
    expect(apart(first, third)).toBeLessThan(0.1);
    const picture = { ...sound, face: 'ada-portrait' };
    for (const [expression, count] of [
      ['happy', 1],
      ['neutral', 0],
    ] as const) {
      const { result } = await made('/lipsync/generate', { ...picture, options: { ...small, expression } });
      expect(result.notes.filter((note: string) => note.startsWith('The eyes of a picture'))).toHaveLength(
        count,
      );
    }
  }, 90_000);

  it.each(['merry', { name: 'happy', strength: 1.5 }, { name: 'happy', amount: 1 }, { strength: 1 }])(
    '%j is refused',
    async (expression) => {
      const body = { text: 'Hello.', options: { expression } };
      expect(await service.post('/lipsync/generate', body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    },
  );
});

describe('live speech', () => {
  it('applies split tags without speaking or quoting them', async () => {
    const live = await openLive(service.url);
    const { motion } = await live.until('session');
    const text = '[surprised] Oh dear me. [happy] What good news this is for all of us!';
    for (let at = 0; at < text.length; at += 5)
      live.send({ type: 'text', utterance: 'a', text: text.slice(at, at + 5) });
    live.send({ type: 'end', utterance: 'a' });
    const done = await live.until('utterance.done');
    expect(done.characters).toBe(text.length);
    live.send({ type: 'interrupt', utterance: 'a', played: done.duration });
    const { heard_text: heard, heard_char_end: end } = await live.until('interrupted');
    expect(heard).toBe('Oh dear me. What good news this is for all of us');
    expect(text.slice(0, end).endsWith('all of us')).toBe(true);
    const words = live.messages('words').flatMap((message) => message.words);
    for (const { word, char_start: from, char_end: to } of words) expect(text.slice(from, to)).toBe(word);
    const width = motion.shapes.length;
    const values = live.frames('motion').flatMap((frame) => [...frame.values]);
    const at = (seconds: number, shape: string): number =>
      values[Math.floor(seconds * 30) * width + motion.shapes.indexOf(shape)]!;
    const what = words.find(({ word }) => word === 'What');
    expect(at(what.start - 0.4, 'browOuterUpLeft')).toBeGreaterThan(0.4);
    expect(at(done.duration - 0.2, 'browOuterUpLeft')).toBeLessThan(0.25);
    expect(at(done.duration - 0.2, 'cheekSquintLeft')).toBeGreaterThan(0.4);
    expect(at(what.start - 0.4, 'cheekSquintLeft')).toBeLessThan(0.2);
    await live.close();
  });

  it('has an expression of the session that tags do not change', async () => {
    const live = await openLive(service.url);
    expect((await live.until('session')).expression).toEqual({ name: 'neutral', strength: 1 });
    live.send({ type: 'session.update', expression: { name: 'angry', strength: 0.9 } });
    const { motion, expression } = await live.until('session');
    expect(expression).toEqual({ name: 'angry', strength: 0.9 });
    const brow = motion.shapes.indexOf('browDownLeft');
    const speakText = async (utterance: string, text: string): Promise<number[]> => {
      live.send({ type: 'text', utterance, text });
      live.send({ type: 'end', utterance });
      await live.until('utterance.done');
      const { number } = live.messages('utterance.started').at(-1);
      return live
        .frames('motion')
        .filter((frame) => frame.number === number)
        .flatMap(({ values }) =>
          Array.from(
            { length: values.length / motion.shapes.length },
            (_, i) => values[i * motion.shapes.length + brow]!,
          ),
        );
    };
    expect((await speakText('a', 'We will see about that, my friend.')).at(-1)).toBeGreaterThan(0.5);
    expect((await speakText('b', '[neutral] It is quite all right, my friend.')).at(-1)).toBeLessThan(0.1);
    expect((await speakText('c', 'We will see about that, my friend.')).at(-1)).toBeGreaterThan(0.5);
    live.send({ type: 'session.update', expression: 'merry' });
    expect(await live.until('error')).toMatchObject({ code: 'validation_failed', fatal: false });
    await live.close();
  });

  it('of /tts/stream has a separate field', async () => {
    const browsOf = async (body: object): Promise<number> => {
      const response = await fetch(`${service.url}/tts/stream`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: '[1] Hello [happy] there.', motion: 'arkit', ...body }),
      });
      let [brow, most] = [-1, 0];
      // biome-ignore lint/suspicious/noExplicitAny: events are looked into here, which is where their shape is asserted
      for await (const { event, data } of eventsOf(response.body!) as AsyncIterable<any>) {
        if (event === 'session') brow = data.motion.shapes.indexOf('browOuterUpLeft');
        if (event === 'motion') most = Math.max(most, ...data.frames.map((frame: number[]) => frame[brow]!));
      }
      return most;
    };
    expect(await browsOf({ expression: 'surprised' })).toBeGreaterThan((await browsOf({})) + 0.3);
  });
});
