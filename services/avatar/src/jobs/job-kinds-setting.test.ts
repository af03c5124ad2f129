import { expect, it } from 'vitest';
import { jobKinds } from './job.js';
import { jobKindsSetting } from './job-kinds-setting.js';

const setting = jobKindsSetting({ help: '' });

it.each([
  ['speech', ['tts']],
  ['clips, enhance', ['lipsync', 'lipsync_batch', 'lipsync_scene', 'enhance']],
  ['none', []],
  ['speech none', undefined],
  ['films', undefined],
])('jobs that run here as "%s"', (text, kinds) => {
  expect(setting.read(text)).toEqual(kinds);
});

it('are all of them by default', () => {
  expect(setting.fallback).toEqual(jobKinds);
});
