import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';

/** Returns one line that describes the machine and the commit of a measurement. */
export function describeMachine(): string {
  const [cpu] = cpus();
  let commit = 'no commit';
  try {
    commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  } catch {
    // Outside a checkout, there is no commit.
  }
  return `${cpus().length} x ${cpu?.model.trim()}, Node ${process.versions.node}, ${process.platform}, commit ${commit}`;
}

/**
 * Returns the value below which the share `p` (0 to 1) of the values is found, or NaN if there are no values.
 */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN;
}

export function p50p95(values: readonly number[]): string {
  return `${percentile(values, 0.5).toFixed(2)} / ${percentile(values, 0.95).toFixed(2)}`;
}
