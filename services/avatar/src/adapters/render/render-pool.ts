import { AppError } from '@anima/service/errors';
import { restorationModels } from '../../domain/enhance/enhance-payload.js';
import type { RenderEngineName } from '../../domain/lipsync/clip-payload.js';
import { type ByPath, sameness } from '../../domain/media-ref.js';
import type { ClipRenderer, RenderContext, RenderOrder } from '../../ports/clip-renderer.js';
import type { HeldFiles } from '../files/held-files.js';
import { lookAtFile } from '../look-at-file.js';
import type { LookQueue } from '../look-queue.js';
import { createRememberedLooks } from '../remembered-looks.js';
import type { NetworkName, Networks } from './networks.js';
import type { CallName, Calls, RenderSettings } from './protocol.js';
import { type RenderChild, startRenderChild } from './render-child.js';

export interface RenderPoolOptions extends RenderSettings {
  files: HeldFiles;
  networks: Networks;
  /** Where what is not yet a job waits for its turn. */
  looks: LookQueue;
  onCrash: (detail: string) => void;
}

interface Member {
  child: RenderChild;
  /** It does one thing at a time. */
  isBusy: boolean;
  /** What it has drawn with: engines, and the files of faces. */
  loaded: Set<string>;
}

const SHIPPED_ENGINES: readonly RenderEngineName[] = ['head', 'mesh'];
const unheard = () => {};
const NEVER = new AbortController().signal;

/**
 * Processes that draw, and look at what is to be drawn, one for each thing that is done at a time: started when they are needed, one kept
 * for the next clip with what it has loaded. One that crashes, or is killed because it does not stop, takes what it does with it and
 * nothing else.
 */
export function createRenderPool({
  files,
  networks,
  looks,
  onCrash,
  ...settings
}: RenderPoolOptions): ClipRenderer {
  const members = new Set<Member>();
  const checked = createRememberedLooks<{ answer: null }>();
  let closed = false;

  function start(): Member {
    if (closed) throw new AppError('unavailable', 'The service is stopping');
    const child = startRenderChild(settings, (detail) => {
      // One that was told to end is no longer a member.
      if (members.delete(member) && !closed) onCrash(detail);
    });
    const member: Member = { child, isBusy: false, loaded: new Set() };
    members.add(member);
    return member;
  }

  /** Runs one call in a process that does nothing else meanwhile. */
  async function call<Name extends CallName>(
    name: Name,
    order: Calls[Name]['ask'],
    context: RenderContext,
  ): Promise<{ answer: Calls[Name]['answer']; member: Member }> {
    context.signal.throwIfAborted();
    const member = [...members].find(({ isBusy }) => !isBusy) ?? start();
    member.isBusy = true;
    try {
      return { answer: await member.child.ask(name, order, context), member };
    } finally {
      member.isBusy = false;
      // Those that are not needed for now give their memory back; the one that has loaded most stays.
      const idle = [...members].filter(({ isBusy }) => !isBusy);
      idle.sort((one, other) => other.loaded.size - one.loaded.size);
      for (const spare of idle.slice(1)) {
        members.delete(spare);
        void spare.child.close();
      }
    }
  }

  /** Draws with the files that are there now, wherever their names lead meanwhile. */
  function holdMedia<T>(
    { subject, sound, options, ...order }: RenderOrder,
    draw: (held: RenderOrder<ByPath>) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const { background } = options;
    const behind = background.kind === 'picture' ? [background.file] : [];
    return files.hold(
      [subject.file, sound.file, ...behind],
      ([{ path }, heard, picture]) =>
        draw({
          ...order,
          subject: { ...subject, path },
          sound: { path: heard.path },
          options: {
            ...options,
            background: background.kind === 'picture' ? { kind: 'picture', path: picture!.path } : background,
          },
        }),
      signal,
    );
  }

  /** A call that is no job: in its turn, and within the time of a look. */
  function look<Name extends CallName>(name: Name, order: Calls[Name]['ask'], signal: AbortSignal) {
    return looks.run((within) => call(name, order, { signal: within, progress: unheard }), signal);
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
      const context = { signal: NEVER, progress: unheard };
      const { member } = await (face === null
        ? call('load', { engine, face }, context)
        : files.hold([face.file], ([{ path }]) =>
            call('load', { engine, face: { ...face, path } }, context),
          ));
      member.loaded.add(engine).add(face === null ? engine : sameness(face.file));
    },

    isLoaded: (engine, face) =>
      [...members].some(({ loaded }) => loaded.has(face === null ? engine : sameness(face.file))),

    async check(subject, faceAt, signal) {
      await lookAtFile(
        { files, remembered: checked },
        { file: subject.file, question: JSON.stringify([subject.kind, faceAt]) },
        ({ path }, watched) => look('check', { subject: { ...subject, path }, faceAt }, watched),
        signal,
      );
    },

    measure: (given, signal) =>
      files.hold([given], async ([{ path }]) => (await look('measure', { path }, signal)).answer, signal),

    async thumbnail(face, given, outputPath, signal) {
      await files.hold(
        [given],
        ([{ path }]) => look('thumbnail', { face, path, outputPath }, signal),
        signal,
      );
    },

    async render(order, context) {
      const networkPath = order.engine === 'wav2lip' ? await pathOf('wav2lip') : null;
      const { answer, member } = await holdMedia(
        order,
        (held) => call('render', { ...held, networkPath }, context),
        context.signal,
      );
      member.loaded.add(order.engine).add(sameness(order.subject.file));
      return answer;
    },

    async enhance(order, context) {
      const { subject, options } = order;
      const { model } = options;
      const networkPath = model === 'general' ? null : await pathOf(model);
      return files.hold(
        [subject.file],
        async ([{ path }]) => {
          const held = { ...order, subject: { ...subject, path }, networkPath };
          return (await call('enhance', held, context)).answer;
        },
        context.signal,
      );
    },

    join: ({ clips, outputPath }, context) =>
      files.hold(
        clips.map(({ file }) => file),
        async (held) => {
          const parts = held.map(({ path }, index) => ({ path, title: clips[index]!.title }));
          return (await call('join', { clips: parts, outputPath }, context)).answer;
        },
        context.signal,
      ),

    async close() {
      closed = true;
      await Promise.all([...members].map(({ child }) => child.close()));
    },
  };
}
