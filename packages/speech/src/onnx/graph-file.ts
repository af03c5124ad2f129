import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { openCpuSession } from '@anima/inference/cpu-session';
import type { InferenceSession } from 'onnxruntime-node';
import { type Graph, readGraph } from './graph.js';
import { inGraph, outputField, replaceNoise } from './graph-additions.js';
import { sourceOf } from './protobuf.js';

const WINDOW_BYTES = 64 * 1024;

/** What the file holds, a window at a time: some milliseconds, whatever its size. Throws where it is no network. */
export function readGraphFile(path: string): Graph {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    let window = Buffer.alloc(WINDOW_BYTES);
    let from = 0;
    let until = 0;
    return readGraph({
      length: size,
      bytes: (start, end) => {
        if (start < from || end > until) {
          if (end - start > window.length) window = Buffer.alloc(end - start);
          from = start;
          until = start + readSync(file, window, 0, Math.min(window.length, size - start), start);
        }
        return window.subarray(start - from, end - from);
      },
    });
  } finally {
    closeSync(file);
  }
}

const OPTIONS: InferenceSession.SessionOptions = {
  // As for the voice that ships: memory goes back after each sentence.
  enableCpuMemArena: false,
  // Shapes that cannot be told beforehand are no news to a person.
  logSeverityLevel: 3,
};

/**
 * Opens a network so that it also gives out `extraOutput`. With `noise` "fed" it takes the input NOISE where it would draw
 * noise itself, if it does.
 */
export async function openGraph(
  path: string,
  extraOutput: string,
  noise: 'fed' | 'own',
): Promise<InferenceSession> {
  const bytes = readWhole(path);
  const { nodes, outputs } = readGraph(sourceOf(bytes.subarray(0, bytes.length - ROOM)));
  const outputFields = outputs.includes(extraOutput) ? [] : [outputField(extraOutput)];
  const addition = inGraph(...outputFields, ...(noise === 'fed' ? replaceNoise(bytes, nodes) : []));
  const end = bytes.length - ROOM;
  bytes.set(addition, end);
  return openCpuSession(bytes.subarray(0, end + addition.length), OPTIONS);
}

/** Of additions: four nodes for each draw of noise, of which the networks have two. */
const ROOM = 16 * 1024;

/** The file, and ROOM behind it. */
function readWhole(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.allocUnsafeSlow(size + ROOM);
    for (let at = 0; at < size; ) at += readSync(file, bytes, at, Math.min(size - at, 2 ** 30), at);
    return bytes;
  } finally {
    closeSync(file);
  }
}
