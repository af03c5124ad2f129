import { readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobMedia, MediaRef } from './media-ref.js';
import type { MediaStore } from './media-store-port.js';

export interface MediaStoreUnderTest {
  store: MediaStore;
  dispose(): void;
}

const never = new AbortController().signal;
const clip: JobMedia = { kind: 'video', jobId: 'job-1', name: 'clip.mp4' };
const scene: JobMedia = { ...clip, part: '001' };

/** Contract of every adapter of `MediaStore`. */
export function testMediaStore(name: string, create: () => Promise<MediaStoreUnderTest>): void {
  describe(`${name} keeps the promises of MediaStore`, () => {
    let under: MediaStoreUnderTest;
    let store: MediaStore;
    beforeEach(async () => {
      under = await create();
      store = under.store;
    });
    afterEach(() => under.dispose());

    /** Publishes files of a job by their names. */
    async function publish({ kind, jobId, part }: JobMedia, files: Record<string, string>) {
      const draft = await store.begin(kind, jobId, part);
      for (const [name, content] of Object.entries(files)) await draft.write(name, content);
      return draft.publish();
    }
    async function contentOf(ref: MediaRef): Promise<string | null> {
      const media = await store.open(ref);
      return media === null ? null : text(media.read());
    }

    it('shows the files of a draft when all are complete, by the refs it answers', async () => {
      const draft = await store.begin('video', 'job-1');
      writeFileSync(draft.path('clip.mp4'), 'frames');
      await draft.write('clip.srt', 'words');
      await draft.write('speech.wav', 'sound');
      await draft.remove('speech.wav');
      expect(await store.stat(clip)).toBeNull();
      const refs = await draft.publish();
      expect(refs).toEqual(
        new Map([
          ['clip.mp4', clip],
          ['clip.srt', { ...clip, name: 'clip.srt' }],
        ]),
      );
      expect(await contentOf(clip)).toBe('frames');
      expect(await contentOf(refs.get('clip.srt')!)).toBe('words');
      expect(await store.stat({ ...clip, name: 'speech.wav' })).toBeNull();
    });

    it('keeps parts apart, each complete by itself', async () => {
      expect((await publish(scene, { 'clip.mp4': 'scene' })).get('clip.mp4')).toEqual(scene);
      expect(await contentOf(scene)).toBe('scene');
      expect(await contentOf(clip)).toBeNull();
      await publish(clip, { 'clip.mp4': 'film' });
      expect([await contentOf(scene), await contentOf(clip)]).toEqual(['scene', 'film']);
    });

    it('starts again after a dead attempt and replaces existing files atomically', async () => {
      await publish(clip, { 'clip.mp4': 'first', 'clip.srt': 'words' });
      const died = await store.begin('video', 'job-1');
      await died.write('half.mp4', 'half');
      await publish(clip, { 'clip.mp4': 'second' });
      expect(await contentOf(clip)).toBe('second');
      for (const name of ['half.mp4', 'clip.srt']) expect(await contentOf({ ...clip, name })).toBeNull();
    });

    it('removes a discarded draft and keeps existing files', async () => {
      await publish(clip, { 'clip.mp4': 'first' });
      const draft = await store.begin('video', 'job-1');
      await draft.write('clip.mp4', 'second');
      await draft.discard();
      expect(await contentOf(clip)).toBe('first');
    });

    it('returns the size and a tag that changes with the content', async () => {
      await publish(clip, { 'clip.mp4': 'frames' });
      const facts = await store.stat(clip);
      expect(facts).toMatchObject({ size: 6, etag: expect.stringMatching(/^(W\/)?"[^"]+"$/) });
      expect(facts!.modifiedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
      expect(await store.stat(clip)).toMatchObject({ etag: facts!.etag });
      await publish(clip, { 'clip.mp4': 'others, more' });
      expect((await store.stat(clip))!.etag).not.toBe(facts!.etag);
    });

    it('gives all of a file, a part of it, or nothing', async () => {
      await publish(clip, { 'clip.mp4': '0123456789', 'empty.srt': '' });
      const part = await store.open(clip);
      expect([part!.name, part!.size]).toEqual(['clip.mp4', 10]);
      expect(await text(part!.read({ start: 2, end: 4 }))).toBe('234');
      const last = await store.open(clip);
      expect(await text(last!.read({ start: 9, end: 9 }))).toBe('9');
      await (await store.open(clip))!.close();
      expect(await contentOf({ ...clip, name: 'empty.srt' })).toBe('');
    });

    it('returns the opened file, even if its name refers to another file', async () => {
      await publish(clip, { 'clip.mp4': 'first' });
      const opened = (await store.open(clip))!;
      const file = await store.materialise(clip, never);
      await publish(clip, { 'clip.mp4': 'second' });
      expect(await text(opened.read())).toBe('first');
      expect(readFileSync(file.path, 'utf8')).toBe('first');
      await file.release();
    });

    it('makes a file of it for programs, which is another one when its content is', async () => {
      await publish(clip, { 'clip.mp4': 'first' });
      const identities: string[] = [];
      for (const content of ['first', 'second']) {
        if (content === 'second') await publish(clip, { 'clip.mp4': content });
        for (let again = 0; again < 2; again++) {
          const file = await store.materialise(clip, never);
          expect(readFileSync(file.path, 'utf8')).toBe(content);
          identities.push(file.identity);
          await file.release();
        }
      }
      expect(identities[0]).toBe(identities[1]);
      expect(identities[2]).toBe(identities[3]);
      expect(identities[0]).not.toBe(identities[2]);
    });

    it('is found as answers name it', async () => {
      await publish(scene, { 'clip.mp4': 'scene' });
      expect(await store.find('video', store.pathOf(scene))).toEqual(scene);
      expect(await store.find('audio', store.pathOf(scene))).toBeNull();
      expect(await store.find('video', store.pathOf(clip))).toBeNull();
      expect(await store.find('video', '../video')).toBeNull();
    });

    it('removes the output of the given jobs and their parts only', async () => {
      const others: JobMedia[] = [
        { ...clip, kind: 'audio' },
        { ...clip, jobId: 'job-10' },
      ];
      for (const ref of [clip, scene, ...others]) await publish(ref, { 'clip.mp4': 'frames' });
      await store.remove('video', []);
      await store.remove('video', ['job-1', 'job-2']);
      const left = await Promise.all([clip, scene, ...others].map(contentOf));
      expect(left).toEqual([null, null, 'frames', 'frames']);
    });

    it('cleans up after the dead, and only after them', async () => {
      await publish(clip, { 'clip.mp4': 'frames' });
      const died = await store.begin('video', 'job-1');
      const half = died.path('half.mp4');
      writeFileSync(half, 'half');
      await store.clean();
      expect(() => readFileSync(half)).toThrow('ENOENT');
      expect(await contentOf(clip)).toBe('frames');
    });

    it.each<[string, MediaRef]>([
      ['nothing', { ...clip, name: 'nothing' }],
      ['a folder above', { ...clip, name: '..' }],
      ['what lies beside', { ...clip, name: '../../audio/job-1/speech.wav' }],
      ['another folder by its job', { ...clip, jobId: '../audio/job-1', name: 'speech.wav' }],
      ['another folder by its part', { ...clip, part: '/../../audio/job-1', name: 'speech.wav' }],
      ['a draft', { ...clip, jobId: '.draft-job-1', name: 'clip.mp4' }],
      ['the folder itself', { ...clip, name: '' }],
      ['no path', { ...clip, name: 'clip\0.mp4' }],
      ['too long a name', { ...clip, name: 'n'.repeat(5_000) }],
      ['no path of this machine', { kind: 'local_file', path: '/clip\0.mp4' }],
      ['another kind of place', { kind: 'elsewhere', name: 'clip.mp4' } as never],
      ['a file by no name', { kind: 'local_file', path: 5 } as never],
      ['a face above', { kind: 'faces', name: '../sources/clip.mp4' }],
    ])('has nothing at a ref that names %s', async (_name, ref) => {
      await publish({ ...clip, kind: 'audio' }, { 'speech.wav': 'sound' });
      const draft = await store.begin('video', 'job-1');
      await draft.write('clip.mp4', 'half');
      expect([await store.stat(ref), await store.open(ref)]).toEqual([null, null]);
      await expect(store.materialise(ref, never)).rejects.toMatchObject({ code: 'path_not_found' });
      await draft.discard();
    });
  });
}
