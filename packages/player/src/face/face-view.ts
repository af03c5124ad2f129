/** A face on a canvas. */
export interface FaceView {
  /** LIVE_VALUES of `@anima/face/motion`; drawn by the next `draw`. */
  show(values: Float32Array): void;
  /** CSS pixels. */
  resize(width: number, height: number, pixelRatio: number): void;
  draw(): void;
  dispose(): void;
}

export interface OpenFaceOptions {
  url: string;
  format: 'glb' | 'vrm' | 'picture';
  canvas: HTMLCanvasElement;
  signal?: AbortSignal;
  /** How its file is asked for: credentials. */
  request?: RequestInit;
}
