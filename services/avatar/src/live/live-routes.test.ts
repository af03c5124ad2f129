import { existsSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type LiveSocket, openLive } from '../testing/live-socket.js';
import { processesOf } from '../testing/processes.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ AVATAR_ALLOWED_ORIGINS: 'https://play.example' });
  await service.post('/avatars/warm', {});
});
afterAll(() => service.close());

/** However busy the machine is. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000 });
const opened: LiveSocket[] = [];
async function open(options: Parameters<typeof openLive>[1] = {}): Promise<LiveSocket> {
  const live = await openLive(service.url, options);
  opened.push(live);
  return live;
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((live) => live.close()));
  await eventually(async () => expect(await metric('avatar_live_sessions')).toBe(0));
});

async function metric(name: string): Promise<number> {
  const { body } = await service.get('/metrics');
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1]);
}
/** Counts open resources of this process, if the system reports them. */
function held(): { descriptors: number; processes: number } {
  return {
    descriptors: existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0,
    processes: processesOf('speech-process').filter(({ parent }) => parent === process.pid).length,
  };
}
const text = (utterance: string, words: string) => ({ type: 'text', utterance, text: words });
const LONG = 'One sentence after the other is spoken here, as long as nobody minds. '.repeat(40);

describe('a live session', () => {
  it('describes itself and speaks: words, motion and audio of the same time', async () => {
    const live = await open();
    expect(live.socket.protocol).toBe('anima.live.1');
    const session = await live.until('session');
    expect(session).toMatchObject({
      face: { name: 'ada', model_url: '/catalog/faces/ada/model', format: 'glb' },
      audio: { sample_rate: 24_000, format: 'pcm16' },
      motion: { fps: 30 },
      generation: 0,
    });
    const width = session.motion.shapes.length;
    expect(width).toBe(58);
    const spoken = 'Mum paid $12.50 to Dr. Smith, and he was glad.';
    for (let at = 0; at < spoken.length; at += 3) live.send(text('first', spoken.slice(at, at + 3)));
    live.send({ type: 'end', utterance: 'first' });
    live.send(text('second', 'Good night!'));
    live.send({ type: 'end', utterance: 'second' });
    const done = await live.until('utterance.done');
    await live.until('utterance.done');
    expect(live.messages('utterance.started').map(({ utterance, number }) => [utterance, number])).toEqual([
      ['first', 1],
      ['second', 2],
    ]);
    expect(done).toMatchObject({ utterance: 'first', characters: spoken.length });
    const words = live.messages('words').filter(({ utterance }) => utterance === 'first');
    expect(words.flatMap(({ words: each }) => each.map(({ word }: { word: string }) => word)).join(' ')).toBe(
      'Mum paid twelve dollars fifty cents to Doctor Smith and he was glad',
    );
    let [samples, frames] = [0, 0];
    for (const { frame, message } of live.received) {
      if (message?.type === 'words' && message.utterance === 'first')
        for (const { start } of message.words) expect(start * 24_000).toBeGreaterThanOrEqual(samples - 1);
      if (frame?.number !== 1) continue;
      expect(frame.first).toBe(frame.kind === 'sound' ? samples : frames);
      if (frame.kind === 'motion') frames += frame.values.length / width;
      else {
        samples += frame.values.length;
        expect(Math.abs(frames / 30 - samples / 24_000)).toBeLessThanOrEqual(1 / 30 + 1e-9);
      }
    }
    expect(done).toMatchObject({ samples, frames, duration: samples / 24_000 });
    for (const kind of ['sound', 'motion'] as const) {
      const last = live.frames(kind).filter(({ number }) => number === 1);
      expect(last.map(({ isLast }) => isLast)).toEqual([...last.slice(1).map(() => false), true]);
    }
    for (const value of live.frames('motion').flatMap(({ values }) => [...values]))
      expect(value).toBeLessThanOrEqual(1);
  });

  it('applies its settings and changes them only between utterances', async () => {
    const live = await open({ protocols: [] });
    expect(live.socket.protocol).toBe('');
    await live.until('session');
    live.send({
      type: 'session.update',
      ...{
        speed: 1.4,
        audio: { sample_rate: 16_000 },
        motion: { shapes: 'visemes', fps: 60 },
        lead_ms: 10_000,
      },
    });
    expect(await live.until('session')).toMatchObject({
      audio: { sample_rate: 16_000 },
      motion: { fps: 60, shapes: expect.arrayContaining(['sil', 'PP', 'ou']) },
    });
    live.send(text('a', 'Hello there'));
    live.send({ type: 'flush', utterance: 'a' });
    await live.until('words');
    live.send({ type: 'session.update', motion: { shapes: 'none' } });
    expect(await live.until('error')).toMatchObject({ code: 'session_speaking', fatal: false });
    live.send({ type: 'end', utterance: 'a' });
    const { samples, frames } = await live.until('utterance.done');
    expect(Math.abs(frames / 60 - samples / 16_000)).toBeLessThanOrEqual(1 / 60);
    live.send({ type: 'session.update', motion: { shapes: 'none' } });
    expect((await live.until('session')).motion).toEqual({ fps: 60, shapes: [] });
    const before = live.frames('motion').length;
    live.send(text('b', 'Hello.'));
    live.send({ type: 'end', utterance: 'b' });
    expect(await live.until('utterance.done')).toMatchObject({ frames: 0 });
    expect(live.frames('motion')).toHaveLength(before);
  });

  it('keeps the motion of the face if its shapes do not change', async () => {
    const live = await open();
    const { motion } = await live.until('session');
    const width = motion.shapes.length;
    for (const [i, utterance] of ['a', 'b'].entries()) {
      if (i > 0) live.send({ type: 'session.update', speed: 1.2 });
      live.send(text(utterance, 'Mum came home by the river.'));
      live.send({ type: 'end', utterance });
      await live.until('utterance.done');
    }
    const rows = live.frames('motion').filter(({ values }) => values.length > 0);
    const first = rows.findIndex(({ number }) => number === 2);
    const [before, after] = [rows[first - 1]!.values.slice(-width), rows[first]!.values.slice(0, width)];
    for (const name of ['headPitch', 'headYaw', 'headRoll']) {
      const at = motion.shapes.indexOf(name);
      expect(Math.abs(after[at]! - before[at]!)).toBeLessThan(0.01);
    }
  });

  it('stops immediately, reports the played text, and sends no old audio afterwards', async () => {
    const live = await open();
    await live.until('session');
    live.send(text('long', LONG));
    live.send(text('later', LONG));
    await live.until('words');
    await live.until('words');
    live.send({ type: 'interrupt', played: 0.9 });
    const interrupted = await live.until('interrupted');
    expect(interrupted).toMatchObject({ generation: 1, utterance: 'long' });
    expect(interrupted.at).toBeLessThanOrEqual(0.9);
    expect(LONG.startsWith(interrupted.heard_text)).toBe(true);
    expect(interrupted.heard_text).toHaveLength(interrupted.heard_char_end);
    const receivedWords = live.messages('words').flatMap(({ words }) => words);
    const last = receivedWords.findLast(({ end }: { end: number }) => end <= interrupted.at);
    expect(interrupted.heard_char_end).toBe(last?.char_end ?? 0);
    const at = live.received.findIndex(({ message }) => message?.type === 'interrupted');
    for (const utterance of ['long', 'later']) {
      live.send(text(utterance, 'More of it.'));
      expect(await live.until('error')).toMatchObject({ code: 'utterance_ended' });
    }
    live.send(text('next', 'And now this.'));
    live.send({ type: 'end', utterance: 'next' });
    expect(await live.until('utterance.done')).toMatchObject({ utterance: 'next' });
    for (const { frame, message } of live.received.slice(at + 1)) {
      if (frame !== undefined) expect(frame.generation).toBe(1);
      if (message?.type === 'words') expect(message.utterance).toBe('next');
    }
    // All audio was sent, and it is still playing.
    live.send({ type: 'interrupt' });
    expect(await live.until('interrupted')).toMatchObject({ generation: 2, utterance: 'next' });
    live.send({ type: 'interrupt' });
    expect(await live.until('interrupted')).toEqual({
      type: 'interrupted',
      ...{ generation: 3, heard_text: '', heard_char_end: 0, at: 0 },
    });
    expect(await metric('avatar_live_interruptions_total')).toBeGreaterThanOrEqual(2);
  });

  it('is never further ahead than it may be', async () => {
    const live = await open();
    await live.until('session');
    live.send({ type: 'session.update', lead_ms: 600 });
    await live.until('session');
    const began = performance.now();
    live.send(text('long', LONG));
    for (let i = 0; i < 12; i++) {
      await live.until('words');
      const seconds = live.frames('sound').reduce((sum, { values }) => sum + values.length, 0) / 24_000;
      // The duration is counted before the chunk is sent.
      expect(seconds).toBeLessThanOrEqual((performance.now() - began) / 1000 + 0.6 + 1e-3);
    }
  });
});

describe('the page at the address of the socket', () => {
  const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it('is for people, with all that it loads from here', async () => {
    const page = await service.get('/live', PAGE);
    expect([page.status, page.headers.get('vary')]).toEqual([200, 'accept, origin']);
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self' http: https: ws: wss:");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.body).not.toMatch(/<script(?![^>]* src=)|<style| style=|https?:\/\/(?!127\.0\.0\.1)/);
    const files = [...String(page.body).matchAll(/(?:src|href)="(\/live\/[^"]+)"/g)].map(([, path]) => path!);
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const path of files) {
      const file = await service.get(path);
      expect([file.status, file.headers.get('cache-control')]).toEqual([
        200,
        expect.stringContaining('immutable'),
      ]);
    }
    const again = await service.get('/live', { ...PAGE, 'if-none-match': page.headers.get('etag')! });
    expect(again.status).toBe(304);
  });

  it('needs no token, the socket does', async () => {
    const closed = await startTestService({ AVATAR_SERVICE_TOKEN: 'top' });
    try {
      const page = await closed.get('/live', PAGE);
      expect(page.status).toBe(200);
      const [, script] = /src="(\/live\/[^"]+)"/.exec(String(page.body))!;
      expect((await closed.get(script!)).status).toBe(200);
      expect((await closed.get('/live')).status).toBe(426);
      await expect(openLive(closed.url)).rejects.toThrow('refused with 401');
      await expect(openLive(closed.url, { headers: PAGE })).rejects.toThrow('refused with 401');
      await expect(openLive(closed.url, { headers: { upgrade: 'WebSocket' } })).rejects.toThrow(
        'refused with 401',
      );
    } finally {
      await closed.close();
    }
  });
});

describe('who can open one', () => {
  it.each([
    ['https://evil.example', 403],
    ['http://localhost:9999', 403],
    ['null', 403],
  ])('a page of %s is refused before the upgrade', async (origin, status) => {
    await expect(openLive(service.url, { headers: { origin } })).rejects.toThrow(`refused with ${status}`);
  });

  it('a page of this service and a page of an allowed origin', async () => {
    await open({ headers: { origin: service.url } });
    await open({ headers: { origin: 'https://play.example', 'sec-fetch-site': 'cross-site' } });
  });

  it('a request without an upgrade gets an error, and other paths respond normally', async () => {
    expect(await service.get('/live')).toMatchObject({ status: 426, body: { code: 'upgrade_required' } });
    const upgrade = { connection: 'upgrade', upgrade: 'h2c' };
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      request(`${service.url}/health`, { headers: upgrade }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode));
      })
        .once('error', reject)
        .end();
    });
    expect(status).toBe(200);
    await expect(openLive(`${service.url}/nowhere`)).rejects.toThrow('refused with 404');
  });

  it('leaves no connection open after a rejected upgrade', async () => {
    const close = (head: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect({ port: Number(new URL(service.url).port), allowHalfOpen: true });
        let answer = '';
        socket.setEncoding('latin1').on('data', (data) => {
          answer += data;
        });
        // It never closes its own half.
        socket.once('end', () => resolve(answer)).once('error', reject);
        socket.write(`${head}host: localhost\r\nconnection: upgrade\r\n\r\n`);
        left.push(socket);
      });
    const left: Socket[] = [];
    const before = held().descriptors;
    const webSocket =
      'upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==';
    for (let i = 0; i < 20; i++) {
      const answers = await Promise.all(
        [
          `GET /live HTTP/1.1\r\n${webSocket}\r\norigin: https://evil.example\r\n`,
          'GET /health HTTP/1.1\r\nupgrade: h2c\r\n',
          'POST /tts HTTP/1.1\r\nupgrade: h2c\r\n',
        ].map((head) => close(head)),
      );
      expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['403', '200', '400']);
    }
    // Half of the descriptors belong to this process.
    await eventually(() => expect(held().descriptors).toBeLessThan(before + left.length + 10));
    for (const socket of left) socket.destroy();
  });

  it('sends a long answer to the end to who offers an upgrade', async () => {
    const path = `${service.url}/docs/static/swagger-ui-bundle.js`;
    const size = (await (await fetch(path)).arrayBuffer()).byteLength;
    const { request } = await import('node:http');
    const came = await new Promise<number>((resolve, reject) => {
      request(path, { headers: { connection: 'upgrade', upgrade: 'h2c' } }, (answer) => {
        let bytes = 0;
        answer.on('data', (data) => {
          bytes += data.length;
        });
        answer.once('end', () => resolve(bytes));
      })
        .once('error', reject)
        .end();
    });
    expect(came).toBe(size);
    expect(size).toBeGreaterThan(500_000);
  });

  it('a client with a ticket if authentication is configured', async () => {
    const guarded = await startTestService({ AVATAR_SERVICE_TOKEN: 'top' });
    try {
      await expect(openLive(guarded.url)).rejects.toThrow('refused with 401');
      const { ticket } = (await guarded.get('/auth/ticket', { authorization: 'Bearer top' })).body;
      await expect(openLive(guarded.url, { query: '?ticket=nonsense' })).rejects.toThrow('refused with 401');
      const live = await openLive(guarded.url, { query: `?ticket=${ticket}` });
      await live.until('session');
      live.send(text('a', LONG));
      await live.until('words');
      // The service closes the session when it stops and does not wait for a silent client.
      live.socket.pause();
      const other = await openLive(guarded.url, { headers: { authorization: 'Bearer top' } });
      await other.until('session');
      await guarded.close();
      expect((await other.closed).code).toBe(1001);
    } finally {
      await guarded.close();
    }
  });
});
