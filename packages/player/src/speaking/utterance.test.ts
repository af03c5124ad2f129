import { expect, it } from 'vitest';
import { Utterance } from './utterance.js';

function spoken(): Utterance {
  const utterance = new Utterance('u1');
  utterance.text = 'Hello there, friend.';
  utterance.words.push(
    { word: 'Hello', start: 0, end: 0.4, charStart: 0, charEnd: 5 },
    { word: 'there', start: 0.4, end: 0.8, charStart: 6, charEnd: 11 },
  );
  return utterance;
}

it('was played up to the last word that ended in time', async () => {
  const utterance = spoken();
  expect(utterance.interrupt(0.79)).toEqual({ heardText: 'Hello', heardCharEnd: 5 });
  expect(await utterance.said).toEqual({ interrupted: true, heardText: 'Hello', heardCharEnd: 5 });
  expect(utterance.reading.signal.aborted).toBe(true);
  expect(spoken().heardBy(0)).toEqual({ heardText: '', heardCharEnd: 0 });
});

it('was played without its expression tags', async () => {
  const utterance = new Utterance('u1');
  utterance.text = '[happy] Hello there. [neutral]';
  utterance.words.push({ word: 'Hello', start: 0, end: 0.4, charStart: 8, charEnd: 13 });
  expect(utterance.heardBy(1)).toEqual({ heardText: 'Hello', heardCharEnd: 13 });
  utterance.end();
  expect((await utterance.said).heardText.trim()).toBe('Hello there.');
});

it('was played completely, or rejects with the error of its text', async () => {
  const whole = spoken();
  whole.end();
  expect(await whole.said).toEqual({ interrupted: false, heardText: whole.text, heardCharEnd: 20 });
  const broken = spoken();
  broken.fault = new Error('the source broke');
  broken.end();
  await expect(broken.said).rejects.toThrow('the source broke');
});
