export interface FaceView {
  show(values: Float32Array): void;
  resize(width: number, height: number, pixelRatio: number): void;
  draw(): void;
  dispose(): void;
}
export interface OpenFaceOptions {
  url: string;
  format: 'glb' | 'vrm' | 'picture';
  canvas: HTMLCanvasElement;
  signal?: AbortSignal;
  request?: RequestInit;
}

export async function openFace(_options: OpenFaceOptions): Promise<FaceView> {
  throw new Error('Faces cannot be drawn yet');
}
