import type { LiveSessionRecord } from '@anima/client/live';
import type { FaceView } from '../face/index.js';

type Face = NonNullable<LiveSessionRecord['face']>;

/** Where a face is drawn: as long as somebody can see it. */
export interface Stage {
  readonly element: HTMLElement;
  /** The same face again changes nothing. */
  show(face: Face, request: RequestInit): void;
  dispose(): void;
}

export interface StageOptions {
  /** What the face shows now. */
  values: () => Float32Array | null;
  /** In words; null where there is nothing wrong any more. */
  onProblem: (words: string | null) => void;
}

/** More is not seen, and costs. */
const MOST_PIXEL_RATIO = 2;

export function createStage({ values, onProblem }: StageOptions): Stage {
  const element = document.createElement('div');
  element.className = 'stage';
  element.setAttribute('part', 'stage');
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', 'A face');
  let shown: { key: string; ended: AbortController; view: FaceView | null } | null = null;
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
      shown?.view?.resize(width, height, Math.min(MOST_PIXEL_RATIO, devicePixelRatio));
  }

  function clear(): void {
    cancelAnimationFrame(frame);
    shown?.ended.abort();
    shown?.view?.dispose();
    shown = null;
    element.replaceChildren();
  }

  async function open(
    { name, format, modelUrl: url }: Face & { modelUrl: string },
    request: RequestInit,
  ): Promise<void> {
    const ended = new AbortController();
    const { signal } = ended;
    const canvas = document.createElement('canvas');
    canvas.setAttribute('part', 'canvas');
    const mine = { key: keyOf({ name, format, modelUrl: url }), ended, view: null as FaceView | null };
    clear();
    shown = mine;
    element.append(canvas);
    element.setAttribute('aria-label', `The face of ${name}`);
    try {
      // Only here: who shows no face loads nothing that draws.
      const { openFace } = await import('../face/index.js');
      const view = await openFace({ url, format, canvas, signal, request });
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
    show(face, request) {
      const { modelUrl } = face;
      if (shown?.key === keyOf(face)) return;
      if (modelUrl === null) clear();
      else void open({ ...face, modelUrl }, request);
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
