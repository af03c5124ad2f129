import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { rolldown } from 'rolldown';

/** A page that only draws faces, without a service. */
export interface FacePage {
  readonly page: Page;
  /**
   * Opens a face from a file on a square canvas, and draws it at rest. Rejects with the error of `openFace`.
   */
  open(file: Uint8Array, format: 'glb' | 'vrm' | 'picture', side: number): Promise<void>;
  /** Draws these values, or the previous ones, and returns the pixels of the canvas, [side x side x 4]. */
  pixels(values?: Float32Array): Promise<Uint8Array>;
  /** The face that is open, as an expression of the page; `canvas` is its canvas. */
  run<T>(expression: string): Promise<T>;
}

const ORIGIN = 'http://localhost';

export async function openFacePage(browser: Browser): Promise<FacePage> {
  const scripts = await bundle();
  const page = await browser.newPage({ viewport: { width: 1100, height: 1100 }, deviceScaleFactor: 1 });
  let served: Uint8Array = new Uint8Array(0);
  await page.route(`${ORIGIN}/**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    const script = scripts.get(path);
    if (script !== undefined) return route.fulfill({ contentType: 'text/javascript', body: script });
    if (path === 'face') return route.fulfill({ body: Buffer.from(served) });
    if (path !== '') return route.fulfill({ status: 404 });
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>A face</title>' });
  });
  await page.goto(`${ORIGIN}/`);
  await page.evaluate(`import('/index.js').then((player) => { globalThis.player = player; })`);
  return {
    page,
    open: async (file, format, side) => {
      served = file;
      await page.evaluate(`(async () => {
        globalThis.face?.dispose();
        globalThis.face = undefined;
        globalThis.canvas?.remove();
        globalThis.canvas = document.createElement('canvas');
        canvas.style = 'position:fixed;left:0;top:0;width:${side}px;height:${side}px';
        document.body.append(canvas);
        globalThis.face = await player.openFace({ url: '${ORIGIN}/face', format: '${format}', canvas });
        face.resize(${side}, ${side}, 1);
        face.draw();
      })()`);
    },
    pixels: async (values) => {
      const shown = values === undefined ? '' : `face.show(new Float32Array([${values.join(',')}]));`;
      // Draws and reads in one task: the canvas does not keep its pixels.
      const base64 = await page.evaluate<string>(`(() => {
        ${shown}
        face.draw();
        const copy = document.createElement('canvas');
        [copy.width, copy.height] = [canvas.width, canvas.height];
        const context = copy.getContext('2d');
        context.drawImage(canvas, 0, 0);
        let text = '';
        for (const byte of context.getImageData(0, 0, copy.width, copy.height).data) text += String.fromCharCode(byte);
        return btoa(text);
      })()`);
      return Buffer.from(base64, 'base64');
    },
    run: (expression) => page.evaluate(expression),
  };
}

/** Bundles the renderer from its sources; returns the files by the paths of their requests. */
async function bundle(): Promise<Map<string, string>> {
  const build = await rolldown({
    input: fileURLToPath(new URL('../face/index.ts', import.meta.url)),
    platform: 'browser',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])));
}
