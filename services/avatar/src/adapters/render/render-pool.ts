import { stat } from 'node:fs/promises';
import { AppError } from '@anima/service';
import { LRUCache } from 'lru-cache';
import { restorationModels } from '../../domain/enhance/enhance-payload.js';
import type { ClipSubject, RenderEngineName } from '../../domain/lipsync/clip-payload.js';
import type { ClipRenderer, RenderContext } from '../../ports/clip-renderer.js';
import type { NetworkName, Networks } from './networks.js';
import type { CallName, Calls, RenderSettings } from './protocol.js';
import { type RenderChild, startRenderChild } from './render-child.js';

export interface RenderPoolOptions extends RenderSettings {
  networks: Networks;
  onCrash: (detail: string) => void;
}

interface Member {
  child: RenderChild;
  /** Clips it is drawing now: at most one. */
  isDrawing: boolean;
  /** What it has drawn with: engines, and the files of faces. */
  loaded: Set<string>;
}

const SHIPPED_ENGINES: readonly RenderEngineName[] = ['head', 'mesh'];
const MAX_REMEMBERED = 10_000;
/** Looking at a file is not a job: nobody cancels it, and nobody is told how it goes. */
const atOnce: RenderContext = { signal: new AbortController().signal, progress: () => {} };

/**
 * Processes that draw, one for each clip that is drawn at a time: started when they are needed, kept for the next clip
 * with what they have loaded. One that ends takes its clip with it and nothing else.
 */
export function createRenderPool({ networks, onCrash, ...settings }: RenderPoolOptions): ClipRenderer {
  const members = new Set<Member>();
  const checked = new LRUCache<string, Promise<null>>({ max: MAX_REMEMBERED });
  let closed = false;

  function start(): Member {
    if (closed) throw new AppError('unavailable', 'The service is stopping');
    const child = startRenderChild(settings, (detail) => {
      // One that was told to end is no longer a member.
      if (members.delete(member) && !closed) onCrash(detail);
    });
    const member: Member = { child, isDrawing: false, loaded: new Set() };
    members.add(member);
    return member;
  }

  /** For what takes a moment only, whichever is there. */
  const anyMember = () => [...members][0] ?? start();

  function ask<Name extends CallName>(name: Name, order: Calls[Name]['ask']): Promise<Calls[Name]['answer']> {
    return anyMember().child.call(name, order, atOnce);
  }

  /** Runs one call in a process that draws nothing else meanwhile. */
  async function draw<Name extends CallName>(
    name: Name,
    order: Calls[Name]['ask'],
    context: RenderContext,
  ): Promise<{ answer: Calls[Name]['answer']; member: Member }> {
    const member = [...members].find(({ isDrawing }) => !isDrawing) ?? start();
    member.isDrawing = true;
    try {
      return { answer: await member.child.call(name, order, context), member };
    } finally {
      member.isDrawing = false;
      // Those that are not needed for now give their memory back.
      const idle = [...members].filter(({ isDrawing }) => !isDrawing);
      for (const spare of idle.slice(1)) {
        members.delete(spare);
        void spare.child.end();
      }
    }
  }

  /** It may have been removed since the job was accepted. */
  async function pathOf(name: NetworkName): Promise<string> {
    const path = (await networks.installed()).get(name);
    if (path !== undefined) return path;
    throw new AppError(
      'model_not_found',
      `The model ${name} is no longer here: npx anima models fetch ${name}`,
    );
  }

  return {
    engines: async () => {
      const installed = await networks.installed();
      return installed.has('wav2lip') ? [...SHIPPED_ENGINES, 'wav2lip'] : SHIPPED_ENGINES;
    },

    restorers: async () => {
      const installed = await networks.installed();
      return restorationModels.filter((name) => name === 'general' || installed.has(name));
    },

    async load(engine, face) {
      const member = anyMember();
      await member.child.call('load', { engine, face }, atOnce);
      member.loaded.add(engine).add(face?.path ?? engine);
    },

    isLoaded: (engine, face) => [...members].some(({ loaded }) => loaded.has(face?.path ?? engine)),

    async check(subject, faceAt) {
      const key = JSON.stringify([await versionOf(subject), faceAt]);
      const known = checked.get(key) ?? ask('check', { subject, faceAt });
      checked.set(key, known);
      // A file that is bad stays bad; what failed for another reason is tried again.
      known.catch((error) => {
        if (!(error instanceof AppError) || error.code === 'render_crashed' || error.code === 'unavailable')
          checked.delete(key);
      });
      await known;
    },

    async render(order, context) {
      const networkPath = order.engine === 'wav2lip' ? await pathOf('wav2lip') : null;
      const { answer, member } = await draw('render', { ...order, networkPath }, context);
      member.loaded.add(order.engine).add(order.subject.path);
      return answer;
    },

    async enhance(order, context) {
      const { model } = order.options;
      const networkPath = model === 'general' ? null : await pathOf(model);
      return (await draw('enhance', { ...order, networkPath }, context)).answer;
    },

    join: async (order, context) => (await draw('join', order, context)).answer,

    async portrait(headPath, outputPath) {
      await ask('portrait', { headPath, outputPath });
    },

    async close() {
      closed = true;
      await Promise.all([...members].map(({ child }) => child.end()));
    },
  };
}

async function versionOf({ path, kind }: ClipSubject): Promise<string> {
  const { size, mtimeNs, ino } = await stat(path, { bigint: true });
  return `${kind}\n${path}\n${size}\n${mtimeNs}\n${ino}`;
}
