import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { familyOf } from './process-family.js';

/** Memory of a group of processes, in KiB. */
export interface MemoryOfProcesses {
  /** Resident memory, summed over all processes. */
  resident: number;
  /** The same, but memory that processes share is divided among them. NaN except on Linux. */
  proportional: number;
  /** Resident memory by kind of process. */
  parts: Map<string, number>;
}

/** Measures a process and all its descendants. */
export function memoryOf(root: number): MemoryOfProcesses {
  const rows = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+) (.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, kib, args]) => ({
      pid: Number(pid),
      parent: Number(parent),
      kib: Number(kib),
      name: nameOf(args!),
    }));
  const family = familyOf(root, rows);
  const parts = new Map<string, number>();
  const memory = { resident: 0, proportional: 0, parts };
  for (const { pid, kib, name } of rows.filter(({ pid }) => family.has(pid))) {
    memory.resident += kib;
    memory.proportional += proportionalOf(pid);
    parts.set(name, (parts.get(name) ?? 0) + kib);
  }
  return memory;
}

/**
 * Returns the proportional memory in KiB. Returns 0 if the process ended after it was listed, NaN except on
 * Linux.
 */
function proportionalOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Returns the kind of a process according to its arguments. */
function nameOf(args: string): string {
  if (args.includes('render-process')) return 'drawing';
  if (/ffmpeg/.test(args.split(' ')[0]!)) return 'ffmpeg';
  return args.includes('speech-process') ? 'speaking' : 'service';
}
