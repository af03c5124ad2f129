import { LinearSRGBColorSpace, NoToneMapping, WebGLRenderer } from 'three';

/** What is drawn goes to the canvas as it is: the light of heads is in their colours. Throws where there is no WebGL. */
export function openRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  try {
    const renderer = new WebGLRenderer({
      canvas,
      alpha: true,
      antialias: true,
      powerPreference: 'low-power',
    });
    renderer.outputColorSpace = LinearSRGBColorSpace;
    renderer.toneMapping = NoToneMapping;
    renderer.setClearColor(0, 0);
    return renderer;
  } catch (cause) {
    const error = new Error(
      'This browser has no WebGL, so the face cannot be drawn; its voice can be heard',
      {
        cause,
      },
    );
    error.name = 'NoWebGLError';
    throw error;
  }
}
