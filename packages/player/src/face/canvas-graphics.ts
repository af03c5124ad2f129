import { Camera, type Object3D, Scene, WebGLRenderer } from 'three';
import { NoWebGLError } from './face-view.js';

/** WebGL 2 on a canvas, with a scene that is drawn without tone mapping. */
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
 * Opens the graphics of a canvas. With a camera, objects are sorted as their materials require; without one,
 * shaders place them, and they are drawn in the order in which they were added. Throws NoWebGLError.
 */
export function openGraphics(canvas: HTMLCanvasElement, camera?: Camera): CanvasGraphics {
  // Tests for WebGL 2 first: three.js would also report a failure on the console.
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
      // A browser has few contexts, and frees a forgotten one at an unknown time.
      context.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}
