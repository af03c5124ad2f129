import { percentile } from '../machine.js';
import type { Call } from './open-loop.js';

/**
 * Returns a Markdown table with one row per kind: rates, latencies of successful calls in ms, and the other
 * outcomes.
 */
export function loadReport(calls: readonly Call[], seconds: number): string {
  const kinds = [...new Set(calls.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const own = calls.filter((call) => call.kind === kind);
    const ok = own
      .filter(({ outcome }) => outcome === 'ok')
      .map(({ intendedAt, endedAt }) => endedAt - intendedAt);
    const at = (share: number) => (ok.length === 0 ? '-' : percentile(ok, share).toFixed(1));
    const others = new Map<string, number>();
    for (const { outcome } of own) if (outcome !== 'ok') others.set(outcome, (others.get(outcome) ?? 0) + 1);
    const errors = [...others].map(([outcome, count]) => `${count} x ${outcome}`).join(', ') || 'none';
    return `| ${kind} | ${(own.length / seconds).toFixed(1)} | ${(ok.length / seconds).toFixed(1)} | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} | ${errors} |`;
  });
  return [
    '| kind | asked/s | answered/s | p50 ms | p95 ms | p99 ms | errors |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
