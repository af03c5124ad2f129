/** A face that is drawn on a canvas. */
export interface FaceView {
  /** Note for the user, such as a limitation of the face; null if there is none. */
  readonly note: string | null;
  /** Values in the order of LIVE_VALUES (@anima/face/motion): 52 ARKit shapes, then the head. Drawn by the next `draw`. */
  show(values: Float32Array): void;
  /** Size of the canvas in CSS pixels; a pixel ratio beyond MOST_RATIO is taken for it. */
  resize(width: number, height: number, pixelRatio: number): void;
  /** Does nothing while the graphics of the page are lost. */
  draw(): void;
  /** Releases all resources of the graphics card. The canvas becomes empty and cannot be used again. */
  dispose(): void;
}

export interface OpenFaceOptions {
  /** Absolute. */
  url: string;
  format: 'glb' | 'vrm' | 'picture';
  canvas: HTMLCanvasElement;
  signal?: AbortSignal;
  /** Options of the request for the file. */
  request?: RequestInit;
}

/** Why a face cannot be drawn, in words for a person. */
export class FaceError extends Error {
  override readonly name: string = 'FaceError';
}

/** The page has no WebGL 2. */
export class NoWebGLError extends FaceError {
  override readonly name = 'NoWebGLError';
}
