import { expect, it } from 'vitest';
import { createJobNeeds } from './job-requirements.js';

const needs = createJobNeeds(() => [{ name: 'heart', engine: 'hibari' }]);
const spoken = { engine: 'mesh', sound: { kind: 'text', voice: 'heart' } };

it.each([
  ['tts', { voice: 'heart' }, ['hibari']],
  ['tts', { voice: 'gone' }, []],
  ['lipsync', spoken, ['mesh', 'hibari']],
  ['lipsync', { engine: 'head', sound: { kind: 'speech_job' } }, ['head']],
  ['lipsync_scene', { index: 0, clip: spoken }, ['mesh', 'hibari']],
  ['lipsync_batch', { scenes: [] }, []],
  ['enhance', { options: { model: 'gpen' } }, ['gpen']],
] as const)('a job of %s with %j needs %j', (kind, payload, engines) => {
  expect(needs({ kind, payload })).toEqual(engines);
});
