import { Camera, type Object3D, Scene, WebGLRenderer } from 'three';
import { NoWebGLError } from './face-view.js';

/** WebGL 2 on a canvas, and a scene that is drawn as its shaders say: no tones of its own. */
export interface CanvasGraphics {
  add(drawn: Object3D): void;
  /** Size in CSS pixels; returns that in pixels of the canvas. */
  resize(width: number, height: number, pixelRatio: number): { width: number; height: number };
  draw(): void;
  dispose(): void;
}

/** Of high-density screens: more costs much and shows little. */
export const MAX_RATIO = 2;
/** Pixels a side. */
const LARGEST_SIDE = 2048;

/**
 * With a camera, what is drawn is sorted as its materials want it; without one, shaders place it, in the order in which it was added. Throws
 * NoWebGLError.
 */
export function openGraphics(canvas: HTMLCanvasElement, camera?: Camera): CanvasGraphics {
  // Asked first, for three.js tells of a failure on the console as well.
  const context = canvas.getContext('webgl2', { alpha: false, antialias: true, stencil: false });
  if (context === null) throw new NoWebGLError('This browser draws no WebGL 2, which a face needs');
  const renderer = new WebGLRenderer({ canvas, context });
  const scene = new Scene();
  const eye = camera ?? new Camera();
  scene.matrixAutoUpdate = false;
  renderer.sortObjects = camera !== undefined;
  return {
    add: (drawn) => {
      scene.add(drawn);
    },
    resize: (width, height, pixelRatio) => {
      const ratio = Math.min(Math.max(0.5, pixelRatio), MAX_RATIO, LARGEST_SIDE / Math.max(1, width, height));
      renderer.setPixelRatio(ratio);
      renderer.setSize(Math.max(1, width), Math.max(1, height), false);
      return { width: canvas.width, height: canvas.height };
    },
    draw: () => renderer.render(scene, eye),
    dispose: () => {
      scene.clear();
      renderer.dispose();
      // A browser has few contexts, and gives back one that is forgotten when it likes.
      context.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}
