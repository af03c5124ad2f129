import type { Head } from './head.js';
import { readHead } from './read-head.js';
import { sharpDecoder } from './sharp-decoder.js';

/** `readHead` in Node. */
export function openHead(glb: Uint8Array): Promise<Head> {
  return readHead(glb, sharpDecoder);
}
