import { expect, it } from 'vitest';
import type { Job, JobKind } from './job.js';
import { toResultRecord } from './result-schema.js';

const media = { pathOf: () => '/of/a/ref' };
const srt = { kind: 'video', jobId: 'job', name: 'clip.srt' };

it.each<[JobKind, unknown]>([
  ['lipsync', { frames: 3 }],
  ['lipsync', { frames: 3, subtitles: 'none' }],
  ['tts', { words: [], subtitles: { srt: null, vtt: 5 } }],
  ['tts', { words: [], subtitles: { srt } }],
  ['enhance', 5],
  ['lipsync_batch', {}],
  ['lipsync_batch', { scenes: 5 }],
  ['lipsync_batch', { scenes: [{ id: '1', result: { subtitles: [null] } }] }],
])('tells of %s what a backup from elsewhere says: %j', (kind, result) => {
  expect(toResultRecord({ kind, result } as Job, media)).toEqual(result);
});

it('names the file of a scene only if it exists', () => {
  const scenes = [
    { id: '1', output: null },
    { id: '2', output: srt },
  ];
  expect(toResultRecord({ kind: 'lipsync_batch', result: { scenes } } as Job, media)).toEqual({
    scenes: [
      { id: '1' },
      { id: '2', output_path: '/of/a/ref', media_url: '/media/video?path=%2Fof%2Fa%2Fref' },
    ],
  });
});
