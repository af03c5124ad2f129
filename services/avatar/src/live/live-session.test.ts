import { getEventListeners } from 'node:events';
import { NEUTRAL } from '@anima/face/expressions';
import { AppError } from '@anima/service/errors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SpeechEngine } from '../speech/speech-engine.js';
import { createMemoryEngine } from '../testing/engines/memory-engine.js';
import type { LiveClient } from './live-client.js';
import type { ServerMessage } from './live-messages.js';
import { createLiveSession, type LiveSession } from './live-session.js';
import { createLiveSpeech } from './live-speech.js';
import { liveStages } from './live-stages.js';
import type { SpeechChunk } from './utterance-stream.js';

const LONG = 'One sentence after the other is spoken here. '.repeat(100);
/** However busy the machine is. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
const sessions: LiveSession[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.close();
});

function open({
  clock = () => performance.now(),
  reads = true,
  line = {} as Partial<Pick<LiveClient, 'waiting' | 'hasRead'>>,
  change = {} as Partial<SpeechEngine>,
} = {}) {
  const messages: ServerMessage[] = [];
  const sent: { stretch: SpeechChunk; generation: number }[] = [];
  const counts = {
    firstSounds: 0,
    interruptions: 0,
    underruns: 0,
    running: 0,
    closed: [] as string[],
    signal: null as AbortSignal | null,
  };
  const memory = createMemoryEngine();
  const engine: SpeechEngine = {
    ...memory,
    async *speak(...call) {
      counts.running++;
      counts.signal = call[1];
      try {
        yield* (change.speak ?? memory.speak)(...call);
      } finally {
        counts.running--;
      }
    },
  };
  const client: LiveClient = {
    tell: (message) => messages.push(message),
    send: (stretch, { generation }) => sent.push({ stretch, generation }),
    waiting: () => (reads ? 0 : 1e9),
    hasRead: () => (reads ? Promise.resolve() : new Promise(() => {})),
    close: (why) => counts.closed.push(why),
    ...line,
  };
  const broken: unknown[] = [];
  const live = createLiveSpeech(engine, liveStages);
  const session = createLiveSession({
    ...{ live, client, clock, stallMs: 20 },
    meter: {
      firstSound: () => counts.firstSounds++,
      interruption: () => counts.interruptions++,
      underrun: () => counts.underruns++,
    },
    onBroken: (error) => broken.push(error),
  });
  sessions.push(session);
  const motion = live.motion('arkit', 30);
  function choose(sampleRate: 16_000 | 24_000 | 48_000): void {
    const spoken = { voice: 'beep-low', speed: 1, lexicon: {}, sampleRate };
    const style = {
      ...{ session_id: 'one', voice: 'beep-low', face: null, expression: NEUTRAL },
      audio: { sample_rate: sampleRate, format: 'pcm16' as const },
      motion: { fps: 30 as const, shapes: [...motion.shapes] },
    };
    session.change(style, spoken, motion, 2_000);
  }
  choose(16_000);
  const typed = <T extends ServerMessage['type']>(type: T) =>
    messages.filter((message): message is Extract<ServerMessage, { type: T }> => message.type === type);
  return { session, choose, messages: typed, all: messages, sent, counts, broken };
}

describe('a session', () => {
  it('sends and synthesises no more than its lead, and continues with the clock', async () => {
    let now = 0;
    const { session, sent } = open({ clock: () => now });
    session.text('a', LONG);
    const seconds = () => sent.reduce((sum, { stretch }) => sum + stretch.samples.length, 0) / 16_000;
    await eventually(() => expect(seconds()).toBeCloseTo(2, 6));
    now = 1_000;
    await eventually(() => expect(seconds()).toBeCloseTo(3, 6));
    now = 1_100;
    // Half of a stretch: it is not sent before all of it may be.
    for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
    expect(seconds()).toBeCloseTo(3, 6);
  });

  it('closes who does not read, and makes nothing for them', async () => {
    const { session, messages, counts } = open({ reads: false });
    session.text('a', LONG);
    await eventually(() => expect(counts.closed).toEqual(['too_slow']));
    expect(messages('error')).toMatchObject([{ fatal: true, utterance: 'a', code: 'too_slow' }]);
    expect(counts.running).toBe(0);
    session.text('b', 'More.');
    expect(messages('utterance.started')).toHaveLength(1);
  });

  it('waits for a slow client as long as it reads', async () => {
    // Waiting bytes drop by a third in each period that a client has.
    const levels = [300_000, 200_000, 100_000, 0];
    let polls = 0;
    const { session, messages, counts, sent } = open({
      line: { waiting: () => levels[polls++ % levels.length]!, hasRead: () => new Promise(() => {}) },
    });
    session.text('a', LONG);
    await eventually(() => expect(sent.length).toBeGreaterThan(3));
    expect(polls).toBeGreaterThan(8);
    expect(counts.closed).toEqual([]);
    expect(messages('error')).toEqual([]);
  });

  it('leaves nothing running when it is interrupted or closed, and a hundred times so', async () => {
    const { session, messages, counts } = open();
    for (let i = 0; i < 100; i++) {
      session.text(`${i}`, LONG);
      session.text(`${i} later`, LONG);
      if (i % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
      session.interrupt(i % 3 === 0 ? {} : { played: 0.1 });
    }
    await eventually(() => expect(counts.running).toBe(0));
    expect(messages('interrupted').map(({ generation }) => generation)).toEqual(
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
    session.text('last', LONG);
    await eventually(() => expect(counts.running).toBe(1));
    session.close();
    await eventually(() => expect(counts.running).toBe(0));
    expect(messages('error')).toEqual([]);
  });

  it('knows the played part of a completely sent utterance while it plays', async () => {
    let now = 0;
    const { session, messages } = open({ clock: () => now });
    session.text('a', 'One two three four five six.');
    session.end('a');
    await eventually(() => expect(messages('utterance.done')).toHaveLength(1));
    const { duration } = messages('utterance.done')[0]!;
    const words = messages('words').flatMap((message) => message.words);
    session.text('b', 'Seven.');
    now = duration * 500;
    session.interrupt({ played: words[2]!.end });
    expect(messages('interrupted').at(-1)).toMatchObject({ utterance: 'a', heard_text: 'One two three' });
    session.text('c', 'One two three.');
    session.end('c');
    await eventually(() => expect(messages('utterance.done')).toHaveLength(2));
    now += 60_000;
    session.interrupt();
    expect(messages('interrupted').at(-1)).toMatchObject({ heard_text: '', at: 0 });
    expect(messages('interrupted').at(-1)).not.toHaveProperty('utterance');
  });

  it('trusts the client about the utterance that plays', async () => {
    let now = 0;
    const { session, messages } = open({ clock: () => now });
    const interrupted = () => messages('interrupted').at(-1);
    for (const [name, text] of [
      ['a', 'One two three.'],
      ['b', 'Four five six.'],
    ] as const) {
      session.text(name, text);
      session.end(name);
    }
    await eventually(() => expect(messages('utterance.done')).toHaveLength(2));
    session.text('c', 'Seven');
    const words = messages('words').flatMap((message) => message.words);
    // By the clock it is at the second one; the client began later.
    now = messages('utterance.done')[0]!.duration * 1000 + 100;
    session.interrupt({ utterance: 'a', played: words[1]!.end });
    expect(interrupted()).toMatchObject({ utterance: 'a', heard_text: 'One two', at: words[1]!.end });

    session.text('d', 'One two three.');
    session.end('d');
    await eventually(() => expect(messages('utterance.done')).toHaveLength(3));
    // Long after its end, without another utterance.
    now += 30_000;
    session.interrupt({ utterance: 'd' });
    expect(interrupted()).toMatchObject({ utterance: 'd', heard_text: 'One two three' });

    session.text('e', 'One two three.');
    session.text('f', 'Never begun.');
    session.interrupt({ utterance: 'f', played: 3 });
    expect(interrupted()).toMatchObject({ utterance: 'f', heard_text: '', at: 0 });

    session.text('g', 'One two three.');
    session.flush('g');
    await eventually(() => expect(messages('words').at(-1)).toMatchObject({ utterance: 'g' }));
    // Of an older generation: its seconds are of something else.
    session.interrupt({ utterance: 'a', played: 0 });
    expect(interrupted()).toMatchObject({ utterance: 'g', heard_text: 'One two three' });
    for (const name of 'abcdefg')
      expect(() => session.end(name)).toThrowError(expect.objectContaining({ code: 'utterance_ended' }));
  });

  it('knows the playout time after a change of the sample rate', async () => {
    const { session, messages, choose } = open({ clock: () => 0 });
    session.text('a', 'One two three.');
    session.end('a');
    await eventually(() => expect(messages('utterance.done')).toHaveLength(1));
    choose(48_000);
    session.interrupt();
    const { duration } = messages('utterance.done')[0]!;
    expect(messages('interrupted')).toMatchObject([
      { utterance: 'a', at: duration, heard_text: 'One two three' },
    ]);
  });

  it('leaves the face alone where it is interrupted in the same breath', async () => {
    const { session, messages, sent } = open();
    // Silence is made without waiting for anything.
    for (let i = 0; i < 20; i++) {
      session.text(`${i}`, '[pause 10s]');
      session.flush(`${i}`);
      for (let turn = 0; turn < i; turn++) await Promise.resolve();
      session.interrupt();
    }
    const before = sent.length;
    session.text('last', 'One two three.');
    session.end('last');
    await eventually(() => expect(messages('utterance.done')).toHaveLength(1));
    const { frames, samples } = messages('utterance.done')[0]!;
    expect(frames).toBe(Math.ceil((samples / 16_000) * 30 - 1e-6));
    for (const { stretch } of sent.slice(before)) expect(stretch.motion.length).toBe(stretch.frames * 58);
  });

  it('holds no more after a thousand utterances than after some', async () => {
    let now = 0;
    const { session, messages, counts } = open({ clock: () => (now += 100) });
    for (let i = 0; i < 1_000; i++) {
      session.text(`${i}`, 'One.');
      session.end(`${i}`);
      if (i % 50 === 49) await eventually(() => expect(messages('utterance.done')).toHaveLength(i + 1));
    }
    expect(messages('utterance.done').at(-1)).toMatchObject({ utterance: '999' });
    expect(counts.running).toBe(0);
    expect(getEventListeners(counts.signal!, 'abort')).toHaveLength(0);
    // The first names are forgotten, the last ones are not.
    session.text('0', 'Again.');
    expect(() => session.text('999', 'x')).toThrowError(expect.objectContaining({ code: 'utterance_ended' }));
  });

  it('reports an utterance whose voice fails and speaks the next', async () => {
    const memory = createMemoryEngine();
    const { session, messages, broken, counts } = open({
      change: {
        async *speak(request, signal) {
          if (request.text.startsWith('Crash')) throw new AppError('engine_crashed', 'It crashed');
          if (request.text.startsWith('Fault')) throw new Error('a fault');
          yield* memory.speak(request, signal);
        },
      },
    });
    for (const [name, text] of [
      ['a', 'Crash.'],
      ['b', 'Fault.'],
      ['c', 'Well.'],
    ] as const) {
      session.text(name, text);
      session.end(name);
    }
    await eventually(() => expect(messages('utterance.done')).toHaveLength(1));
    expect(messages('utterance.done')).toMatchObject([{ utterance: 'c' }]);
    expect(messages('error')).toMatchObject([
      { utterance: 'a', fatal: false, code: 'engine_crashed' },
      { utterance: 'b', fatal: false },
    ]);
    expect(broken).toEqual([new Error('a fault')]);
    expect(counts.running).toBe(0);
    session.text('d', 'Again.');
    session.end('d');
    await eventually(() => expect(messages('utterance.done')).toHaveLength(2));
  });

  it('holds a hundred utterances and counts underruns', async () => {
    let now = 0;
    const { session, counts, sent } = open({ clock: () => (now += 500) });
    for (let i = 0; i < 100; i++) session.text(`${i}`, 'One. ');
    expect(() => session.text('one more', 'x')).toThrowError(expect.objectContaining({ code: 'queue_full' }));
    expect(() => session.assertIdle()).toThrowError(expect.objectContaining({ code: 'session_speaking' }));
    session.interrupt();
    session.assertIdle();
    session.text('late', LONG);
    await eventually(() => expect(sent.length).toBeGreaterThan(5));
    expect(counts.firstSounds).toBe(1);
    expect(counts.underruns).toBeGreaterThan(2);
  });
});
