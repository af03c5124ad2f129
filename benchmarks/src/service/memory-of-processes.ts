import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { familyOf } from './process-family.js';

/** KiB. */
export interface MemoryOfProcesses {
  /** Summed over all processes. */
  resident: number;
  /** The same, with what processes share divided among them; NaN but on Linux. */
  proportional: number;
  /** Resident, of each kind of process. */
  parts: Map<string, number>;
}

/** Resident memory of a process and all that descend from it. */
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

/** KiB; 0 for a process that has ended since it was listed. */
function proportionalOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** What a process is, told by its arguments. */
function nameOf(args: string): string {
  if (args.includes('render-process')) return 'drawing';
  if (/ffmpeg/.test(args.split(' ')[0]!)) return 'ffmpeg';
  return args.includes('speech-process') ? 'speaking' : 'service';
}
