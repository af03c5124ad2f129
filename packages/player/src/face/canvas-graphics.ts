import { Camera, type Object3D, Scene, WebGLRenderer } from 'three';
import { NoWebGLError } from './face-view.js';

/** WebGL 2 on a canvas, and a scene that is drawn as its shaders say: no lights, no tones of its own. */
export interface CanvasGraphics {
  /** What the canvas may be asked for: textures and geometries that are held. */
  readonly held: { readonly geometries: number; readonly textures: number };
  add(drawn: Object3D): void;
  /** Size in CSS pixels; returns that in pixels of the canvas. */
  resize(width: number, height: number, pixelRatio: number): { width: number; height: number };
  draw(): void;
  dispose(): void;
}

/** Of high-density screens: more costs much and shows little. */
export const MOST_RATIO = 2;
/** Pixels a side. */
const LARGEST_SIDE = 2048;

/**
 * Without a camera, shaders place what is drawn, in the order in which it was added; with one, it is sorted as its materials want it.
 * Throws NoWebGLError.
 */
export function openGraphics(canvas: HTMLCanvasElement, camera?: Camera): CanvasGraphics {
  const renderer = openRenderer(canvas);
  const scene = new Scene();
  const eye = camera ?? new Camera();
  scene.matrixAutoUpdate = false;
  renderer.sortObjects = camera !== undefined;
  return {
    get held() {
      const { geometries, textures } = renderer.info.memory;
      return { geometries, textures };
    },
    add: (drawn) => {
      scene.add(drawn);
    },
    resize: (width, height, pixelRatio) => {
      const ratio = Math.min(
        Math.max(0.5, pixelRatio),
        MOST_RATIO,
        LARGEST_SIDE / Math.max(1, width, height),
      );
      renderer.setPixelRatio(ratio);
      renderer.setSize(Math.max(1, width), Math.max(1, height), false);
      return { width: canvas.width, height: canvas.height };
    },
    draw: () => renderer.render(scene, eye),
    dispose: () => {
      scene.clear();
      renderer.dispose();
    },
  };
}

function openRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  // Asked first, for three.js tells of a failure on the console as well.
  const context = canvas.getContext('webgl2', { alpha: false, antialias: true, stencil: false });
  if (context === null) throw new NoWebGLError('This browser draws no WebGL 2, which a face needs');
  return new WebGLRenderer({ canvas, context });
}
