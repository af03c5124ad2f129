import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Path of a Chromium: `CHROMIUM_PATH`, else the first on PATH, else null. Tests that need one are skipped by name without it. */
export function findChromium(): string | null {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  const places = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [CHROMIUM_PATH, ...places].find((path) => path !== undefined && isProgram(path)) ?? null;
}

/** Headless, WebGL in software, sound without a device. `gesture`: whether sound waits for one, as in most people's browsers. */
export async function openBrowser({ gesture = false } = {}): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('Expected a Chromium on PATH, or CHROMIUM_PATH');
  const args = [
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    // Compositing by WebGL in software costs more than the pages themselves.
    '--disable-gpu-compositing',
    ...(gesture ? [] : ['--autoplay-policy=no-user-gesture-required']),
  ];
  return chromium.launch({ executablePath, args });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
