/** A face that is drawn on a canvas. */
export interface FaceView {
  /** What a person who looks at it should be told; null where there is nothing. */
  readonly note: string | null;
  /** Values in the order of LIVE_VALUES (@anima/face/motion): 52 ARKit shapes, then the head. Drawn by the next `draw`. */
  show(values: Float32Array): void;
  /** Size of the canvas in CSS pixels; a pixel ratio beyond MOST_RATIO is taken for it. */
  resize(width: number, height: number, pixelRatio: number): void;
  /** Does nothing while the graphics of the page are lost. */
  draw(): void;
  /** Gives back all that it holds of the graphics card. The canvas shows nothing any more, and cannot be drawn on again. */
  dispose(): void;
}

export interface OpenFaceOptions {
  /** Absolute. */
  url: string;
  format: 'glb' | 'vrm' | 'picture';
  canvas: HTMLCanvasElement;
  signal?: AbortSignal;
  /** How the file is asked for. */
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
