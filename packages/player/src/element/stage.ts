import type { LiveSessionRecord } from '@anima/client/live';
import type { FaceView, OpenFaceOptions } from '../face/index.js';

type Face = NonNullable<LiveSessionRecord['face']>;

/** Where a face is drawn: as long as somebody can see it. */
export interface Stage {
  readonly element: HTMLElement;
  /** The same face again changes nothing. Resolves when it is drawn, or cannot be. */
  show(face: Face, request: RequestInit): Promise<void>;
  dispose(): void;
}

export interface StageOptions {
  /** What the face shows now. */
  values: () => Float32Array | null;
  /** In words; null where there is nothing wrong any more. */
  onProblem: (words: string | null) => void;
}

/** More is not seen, and costs. */
const MAX_PIXEL_RATIO = 2;

export function createStage({ values, onProblem }: StageOptions): Stage {
  const element = document.createElement('div');
  element.className = 'stage';
  element.setAttribute('part', 'stage');
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', 'A face');
  let shown: { key: string; ended: AbortController; view: FaceView | null; opened: Promise<void> } | null =
    null;
  let frame = 0;
  let isSeen = true;

  function draw(): void {
    const { view } = shown ?? {};
    if (view == null) return;
    const now = values();
    if (now !== null) view.show(now);
    view.draw();
  }

  function run(): void {
    cancelAnimationFrame(frame);
    if (shown?.view == null || document.hidden || !isSeen) return;
    frame = requestAnimationFrame(() => {
      draw();
      run();
    });
  }

  function fit(): void {
    const { clientWidth: width, clientHeight: height } = element;
    if (width > 0 && height > 0)
      shown?.view?.resize(width, height, Math.min(MAX_PIXEL_RATIO, devicePixelRatio));
  }

  function clear(): void {
    cancelAnimationFrame(frame);
    shown?.ended.abort();
    shown?.view?.dispose();
    shown = null;
    element.replaceChildren();
  }

  function open(face: Face, url: string, request: RequestInit): Promise<void> {
    clear();
    const canvas = document.createElement('canvas');
    canvas.setAttribute('part', 'canvas');
    element.append(canvas);
    element.setAttribute('aria-label', `The face of ${face.name}`);
    const ended = new AbortController();
    shown = { key: keyOf(face), ended, view: null, opened: Promise.resolve() };
    shown.opened = load({ url, format: face.format, canvas, request, signal: ended.signal }, shown);
    return shown.opened;
  }

  async function load(
    options: OpenFaceOptions & { signal: AbortSignal },
    mine: { view: FaceView | null },
  ): Promise<void> {
    const { signal } = options;
    try {
      // Only here: who shows no face loads nothing that draws.
      const { openFace } = await import('../face/index.js');
      const view = await openFace(options);
      if (signal.aborted) {
        view.dispose();
        return;
      }
      mine.view = view;
      onProblem(view.note);
      fit();
      draw();
      run();
    } catch (error) {
      if (signal.aborted) return;
      // Tried again with the next session.
      clear();
      onProblem(error instanceof Error ? error.message : String(error));
    }
  }

  const sizes = new ResizeObserver(() => {
    fit();
    if (!document.hidden) draw();
  });
  const sight = new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting ?? true;
    run();
  });
  sizes.observe(element);
  sight.observe(element);
  document.addEventListener('visibilitychange', run);

  return {
    element,
    async show(face, request) {
      if (shown?.key === keyOf(face)) return shown.opened;
      if (face.modelUrl === null) clear();
      else await open(face, face.modelUrl, request);
    },
    dispose() {
      clear();
      sizes.disconnect();
      sight.disconnect();
      document.removeEventListener('visibilitychange', run);
    },
  };
}

function keyOf({ name, format, modelUrl }: Face): string {
  return JSON.stringify([name, format, modelUrl]);
}
