import { afterEach, beforeEach, expect, it } from 'vitest';
import { family } from '../testing/engines/beep-family/family.js';
import { processesOf } from '../testing/processes.js';
import { createProcessEngine } from './process-engine.js';
import type { SpeechEngine, SpeechPart } from './speech-engine.js';

const text = 'One sentence stands here. A second one follows. The third one ends it.';
const request = { text, voice: 'beep-low', speed: 1, seed: 0, lexicon: {} };
const never = new AbortController().signal;
let engine: SpeechEngine;
const crashes: string[] = [];
let others: Set<number>;

const speakers = () =>
  processesOf('speech-process.js').filter(({ pid, parent }) => parent === process.pid && !others.has(pid));
beforeEach(async () => {
  others = new Set();
  others = new Set(speakers().map(({ pid }) => pid));
  crashes.length = 0;
  const found = (await family.find({ roots: [], onLeftOut: () => {} }))!;
  engine = createProcessEngine({ family, found, onCrash: (detail) => crashes.push(detail), stopMs: 300 });
});
afterEach(() => engine.close());

async function rest(parts: AsyncIterator<SpeechPart>): Promise<SpeechPart[]> {
  const given: SpeechPart[] = [];
  for (let next = await parts.next(); !next.done; next = await parts.next()) given.push(next.value);
  return given;
}
const begin = (signal: AbortSignal) => engine.speak(request, signal)[Symbol.asyncIterator]();

it('a cancelled run that hangs is killed, and another run continues where it was', async () => {
  const whole = await rest(begin(never));
  expect(whole).toHaveLength(3);
  const { pid } = speakers()[0]!;
  const bystander = begin(never);
  const first = (await bystander.next()).value as SpeechPart;
  const controller = new AbortController();
  const hanging = begin(controller.signal);
  await hanging.next();

  process.kill(pid, 'SIGSTOP');
  const waits = hanging.next();
  const goesOn = rest(bystander);
  controller.abort(new Error('Cancelled'));
  await expect(waits).rejects.toThrow('Cancelled');
  const parts = [first, ...(await goesOn)];
  expect(parts.map(({ samples }) => samples)).toEqual(whole.map(({ samples }) => samples));
  expect(parts.map(({ charEnd }) => charEnd)).toEqual(whole.map(({ charEnd }) => charEnd));
  expect(speakers().map((speaker) => speaker.pid)).not.toContain(pid);
  expect(crashes).toHaveLength(1);
});

it('a voice that is loaded for ever is given up, and the next call loads it', async () => {
  await engine.load('beep-low');
  const { pid } = speakers()[0]!;
  process.kill(pid, 'SIGSTOP');
  const controller = new AbortController();
  const loading = engine.load('heart', controller.signal);
  controller.abort(new Error('Cancelled'));
  await expect(loading).rejects.toThrow('Cancelled');
  expect(await rest(begin(never))).toHaveLength(3);
});

it('a run whose reader leaves between two sentences is over, in the process too', async () => {
  const controller = new AbortController();
  const parts = begin(controller.signal);
  await parts.next();
  await parts.return!();
  controller.abort();
  // Another one is spoken by the same process, which was not killed for it.
  const { pid } = speakers()[0]!;
  expect(await rest(begin(never))).toHaveLength(3);
  expect(speakers().map((speaker) => speaker.pid)).toEqual([pid]);
  expect(crashes).toEqual([]);
});
