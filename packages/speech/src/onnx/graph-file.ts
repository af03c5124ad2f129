import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { openCpuSession } from '@anima/inference/cpu-session';
import type { InferenceSession } from 'onnxruntime-node';
import { type Graph, readGraph } from './graph.js';
import { inGraph, outputField, replaceNoise } from './graph-additions.js';
import { sourceOf } from './protobuf.js';

const WINDOW_BYTES = 64 * 1024;

/**
 * Reads the graph of a file through a window, in milliseconds for any size. Throws if the file is not a
 * network.
 */
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
  // As for the voices that ship, memory is freed after each sentence.
  enableCpuMemArena: false,
  // Warnings about unknown shapes are of no use to users.
  logSeverityLevel: 3,
};

/**
 * Opens a network with `extraOutput` as an additional output. With `noise` "fed", its noise comes from the
 * input NOISE if it draws any.
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

/** Maximum bytes of additions: four nodes for each of two draws of noise. */
const ROOM = 16 * 1024;

/** Reads a file, with ROOM free bytes after it. */
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
