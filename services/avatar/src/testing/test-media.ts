import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagedFfmpeg } from './ffmpeg-builds.js';

export interface TestMedia {
  /** The path of a file in the folder of these media. */
  at(name: string): string;
  /** Runs ffmpeg on its test pattern: a second of 64 by 48 pixels, 25 frames, with a tone. */
  make(name: string, ...options: string[]): string;
  /** Runs ffmpeg with these arguments. */
  run(...args: string[]): void;
  remove(): void;
}

/**
 * Creates media in a temporary folder with the ffmpeg of the npm package: the files are the same on every
 * machine, and it starts in 2 ms where a dynamically linked build takes 50.
 */
export async function createTestMedia(): Promise<TestMedia> {
  const folder = mkdtempSync(join(tmpdir(), 'anima-media-'));
  const at = (name: string) => join(folder, name);
  const run = (...args: string[]) => {
    execFileSync(packagedFfmpeg(), ['-v', 'error', '-nostdin', '-y', ...args]);
  };
  return {
    at,
    run,
    make(name, ...options) {
      const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=25:duration=1'];
      const tone = ['-f', 'lavfi', '-i', 'sine=duration=1'];
      run(...picture, ...tone, ...options, at(name));
      return at(name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-preset', 'ultrafast', '-c:a', 'aac'];

/** A head that ships. */
export const LEO = fileURLToPath(new URL('../../../../models/heads/leo.glb', import.meta.url));

/** A VRM character of this project; see packages/face/fixtures/vrm. */
export function suzu(name: 'suzu-0' | 'suzu-1' | 'suzu-0-arkit' | 'suzu-1-arkit'): string {
  return fileURLToPath(new URL(`../../../../packages/face/fixtures/vrm/${name}.vrm`, import.meta.url));
}

/** The smallest GLB file: a scene with nothing in it. */
export function glb(json = '{"asset":{"version":"2.0"}}'): Buffer {
  const chunk = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
  const header = Buffer.alloc(20);
  header.write('glTF', 0);
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(20 + chunk.length, 8);
  header.writeUInt32LE(chunk.length, 12);
  header.write('JSON', 16);
  return Buffer.concat([header, chunk]);
}
