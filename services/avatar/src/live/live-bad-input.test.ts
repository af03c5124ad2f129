import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type LiveSocket, openLive } from '../testing/live-socket.js';
import { processesOf } from '../testing/processes.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.post('/avatars/warm', {});
});
afterAll(() => service.close());

/** However busy the machine is. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000 });
const opened: LiveSocket[] = [];
async function open(): Promise<LiveSocket> {
  const live = await openLive(service.url);
  opened.push(live);
  await live.until('session');
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
const speakers = () => processesOf('speech-process').filter(({ parent }) => parent === process.pid);
const descriptorsOf = (pid: number | 'self') =>
  existsSync(`/proc/${pid}/fd`) ? readdirSync(`/proc/${pid}/fd`).length : 0;
/** Counts open descriptors, timers and speech workers, if the system reports them. */
function held(): { descriptors: number; ofSpeakers: number; speakers: number; timers: number } {
  return {
    descriptors: descriptorsOf('self'),
    ofSpeakers: speakers().reduce((sum, { pid }) => sum + descriptorsOf(pid), 0),
    speakers: speakers().length,
    timers: process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length,
  };
}
/** Checks that all new resources were released. */
async function expectNothingLeft(before: ReturnType<typeof held>): Promise<void> {
  await eventually(async () => expect(await metric('avatar_live_sessions')).toBe(0));
  await eventually(() => {
    const now = held();
    // Connections of fetch among the descriptors come and go, with their timers.
    expect(now.descriptors).toBeLessThan(before.descriptors + 10);
    expect(now.timers).toBeLessThan(before.timers + 10);
    expect(now.speakers).toBe(before.speakers);
    // A dictionary is opened when the first word asks for it.
    expect(now.ofSpeakers).toBeLessThan(before.ofSpeakers + 5);
  });
}
const text = (utterance: string, words: string) => ({ type: 'text', utterance, text: words });
const LONG = 'One sentence after the other is spoken here, as long as nobody minds. '.repeat(40);

async function expectStillSpeaks(live?: LiveSocket): Promise<void> {
  const speaking = live ?? (await open());
  speaking.send(text('still here', 'Still here.'));
  speaking.send({ type: 'end', utterance: 'still here' });
  for (;;) if ((await speaking.until('utterance.done')).utterance === 'still here') return;
}

describe('a live session', { timeout: 120_000 }, () => {
  it.each([
    ['{"type":"text"', 'malformed_json'],
    ['null', 'validation_failed'],
    ['[]', 'validation_failed'],
    [{ type: 'shout', text: 'x' }, 'validation_failed'],
    [{ type: 'toString' }, 'validation_failed'],
    [{ type: 'text', utterance: 'a' }, 'validation_failed'],
    [{ type: 'text', utterance: 'a', text: 'b', extra: 1 }, 'validation_failed'],
    [{ type: 'text', utterance: 'a'.repeat(65), text: 'b' }, 'validation_failed'],
    [{ type: 'text', utterance: 'a', text: 'b'.repeat(20_001) }, 'validation_failed'],
    [{ type: 'end', utterance: 'nobody' }, 'utterance_not_found'],
    [{ type: 'flush', utterance: 'nobody' }, 'utterance_not_found'],
    [{ type: 'interrupt', played: -1 }, 'validation_failed'],
    [{ type: 'session.update', voice: 'nobody' }, 'voice_not_found'],
    [{ type: 'session.update', face: 'nobody' }, 'face_not_found'],
    [{ type: 'session.update', audio: { sample_rate: 8_000 } }, 'validation_failed'],
    [{ type: 'session.update', lead_ms: 100 }, 'validation_failed'],
    [Buffer.from([1, 2, 3]), 'validation_failed'],
  ])('answers %j with an error, and goes on', async (message, code) => {
    const live = await open();
    const [session] = live.messages('session');
    live.send(message);
    expect(await live.until('error')).toMatchObject({
      ...{ type: 'error', code, fatal: false },
      ...{ title: expect.stringMatching(/./), detail: expect.stringMatching(/./) },
    });
    live.send({ type: 'session.update' });
    expect(await live.until('session')).toEqual(session);
    live.send({ type: 'ping' });
    await live.until('pong');
  });

  it('accepts 100,000 characters that wait, and more after an interruption', async () => {
    const live = await open();
    const words = LONG.repeat(10).slice(0, 20_000);
    for (let n = 0; n < 6; n++) live.send(text(`u${n}`, words));
    expect(await live.until('error')).toMatchObject({ code: 'queue_full', utterance: 'u5', fatal: false });
    live.send({ type: 'interrupt' });
    await live.until('interrupted');
    await expectStillSpeaks(live);
  });

  it('rejects text after the end and more than 20,000 characters, and reports unspeakable text', async () => {
    const live = await open();
    live.send(text('a', 'This is it.'));
    live.send({ type: 'end', utterance: 'a' });
    live.send(text('a', 'No, this.'));
    expect(await live.until('error')).toMatchObject({ code: 'utterance_ended' });
    await live.until('utterance.done');
    live.send(text('a', 'Or this.'));
    expect(await live.until('error')).toMatchObject({ code: 'utterance_ended' });
    live.send(text('b', 'c'.repeat(19_999)));
    live.send(text('b', 'cc'));
    expect(await live.until('error')).toMatchObject({ code: 'validation_failed' });
    live.send({ type: 'interrupt' });
    await live.until('interrupted');
    // Half of a character, and the other half.
    live.send(text('d', 'This is Привет. And a face \ud83d'));
    live.send(text('d', '\ude00 is left out.'));
    live.send({ type: 'end', utterance: 'd' });
    expect(await live.until('utterance.done')).toMatchObject({
      utterance: 'd',
      notes: [expect.stringMatching(/./)],
    });
    live.send(text('e', '\ud83d'));
    live.send({ type: 'end', utterance: 'e' });
    expect(await live.until('utterance.done')).toMatchObject({ utterance: 'e', samples: 0, duration: 0 });
  });

  it('ends with a message of 10 MB, and nothing else does', async () => {
    const live = await open();
    const other = await open();
    live.send(text('a', 'x'.repeat(10_000_000)));
    expect((await live.closed).code).toBe(1009);
    other.send({ type: 'ping' });
    await other.until('pong');
  });

  it('closes only after invalid UTF-8', async () => {
    const live = await open();
    live.socket.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false });
    expect((await live.closed).code).toBe(1007);
    await expectStillSpeaks();
  });

  it('names the utterance that a refusal is about', async () => {
    const live = await open();
    for (const message of [
      { type: 'end', utterance: 'a' },
      { type: 'text', utterance: 'b', text: 1 },
      { type: 'flush', utterance: 'c'.repeat(65) },
      { type: 'flush', utterance: 4 },
      { type: 'flush' },
    ])
      live.send(message);
    for (const utterance of ['a', 'b', undefined, undefined, undefined])
      expect((await live.until('error')).utterance).toBe(utterance);
  });

  it('speaks on in the voice that it has where another is not known', async () => {
    const live = await open();
    live.send(text('a', 'One.'));
    live.send({ type: 'end', utterance: 'a' });
    await live.until('utterance.done');
    live.send({ type: 'session.update', voice: 'nobody', motion: { shapes: 'none' }, speed: 2 });
    expect(await live.until('error')).toMatchObject({ code: 'voice_not_found', fatal: false });
    live.send(text('b', 'One.'));
    live.send({ type: 'end', utterance: 'b' });
    await live.until('utterance.done');
    const [first, second] = live.messages('utterance.done');
    expect(second).toMatchObject({ samples: first.samples, frames: first.frames });
    expect(live.messages('session')).toHaveLength(1);
  });

  it('reports a failure of the voice and speaks the next utterance', async () => {
    const live = await open();
    live.send(text('a', LONG));
    live.send(text('b', 'This is said in a new process.'));
    live.send({ type: 'end', utterance: 'b' });
    await live.until('words');
    const [speaker] = speakers();
    process.kill(speaker!.pid, 'SIGKILL');
    expect(await live.until('error')).toMatchObject({ code: 'engine_crashed', utterance: 'a', fatal: false });
    expect(await live.until('utterance.done')).toMatchObject({ utterance: 'b' });
    live.send(text('a', 'More of it.'));
    expect(await live.until('error')).toMatchObject({ code: 'utterance_ended', utterance: 'a' });
    expect(speakers().map(({ pid }) => pid)).not.toContain(speaker!.pid);
  });

  it('is cut where its client asks and asks and never reads', async () => {
    const before = held();
    const live = await open();
    live.socket.pause();
    const question = JSON.stringify({ type: 'end', utterance: 'nobody knows me'.repeat(4) });
    await eventually(async () => {
      for (let i = 0; i < 5_000 && live.socket.bufferedAmount < 1e6; i++) live.send(question);
      expect(await metric('avatar_live_sessions')).toBe(0);
    });
    live.socket.terminate();
    await expectNothingLeft(before);
    await expectStillSpeaks();
  });

  it('is refused where all are open, and leaves nothing behind when sockets are cut in the middle', async () => {
    const before = held();
    const sockets = await Promise.all(Array.from({ length: 100 }, () => openLive(service.url)));
    opened.push(...sockets);
    const refused = await Promise.all(
      sockets.map((live) =>
        Promise.race([live.closed.then(({ code }) => code), live.until('session').then(() => 'open')]),
      ),
    );
    expect(refused.filter((code) => code === 1013)).toHaveLength(92);
    const turnedAway = sockets[refused.indexOf(1013)]!;
    expect(turnedAway.messages('error')).toMatchObject([{ code: 'too_many_sessions', fatal: true }]);
    const speaking = sockets.filter((_, i) => refused[i] === 'open');
    for (const [i, live] of speaking.entries()) {
      live.send(text('a', LONG));
      // Some of them before anything is said.
      if (i % 2 === 0) await live.until('words');
      live.socket.terminate();
    }
    await expectNothingLeft(before);
    await expectStillSpeaks();
  });

  it('closes a rejected client that does not complete the closing handshake', async () => {
    const sessions = await Promise.all(Array.from({ length: 8 }, () => open()));
    const socket = connect({ port: Number(new URL(service.url).port), allowHalfOpen: true });
    socket.write(
      'GET /live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
        'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    let came = '';
    socket.setEncoding('latin1').on('data', (data) => {
      came += data;
    });
    socket.on('error', () => {});
    // Its own half stays open; WebSockets are given half a minute by default.
    await once(socket, 'end', { signal: AbortSignal.timeout(20_000) });
    expect(came).toContain('too_many_sessions');
    socket.destroy();
    expect(sessions.every((live) => live.socket.readyState === live.socket.OPEN)).toBe(true);
  });

  it('leaves nothing behind after a hundred that said something', async () => {
    await expectStillSpeaks();
    await Promise.all(opened.splice(0).map((live) => live.close()));
    const before = held();
    for (let i = 0; i < 100; i++) {
      const live = await openLive(service.url);
      live.send(text('a', LONG));
      if (i % 10 === 0) await live.until('words');
      if (i % 3 === 0) live.send({ type: 'interrupt' });
      if (i % 2 === 0) live.socket.terminate();
      else await live.close();
    }
    await expectNothingLeft(before);
    await expectStillSpeaks();
  });
});
