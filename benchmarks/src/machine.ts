import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';

/** One line that says on what a figure was measured. */
export function describeMachine(): string {
  const [cpu] = cpus();
  let commit = 'no commit';
  try {
    commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  } catch {
    // Outside a checkout the figure has no commit to name.
  }
  return `${cpus().length} x ${cpu?.model.trim()}, Node ${process.versions.node}, ${process.platform}, commit ${commit}`;
}

/** The value below which the share `p` of the values lies. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN;
}

export function p50p95(values: readonly number[]): string {
  return `${percentile(values, 0.5).toFixed(2)} / ${percentile(values, 0.95).toFixed(2)}`;
}
