const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Formats a size: `0 B`, `12 kB`, `3.4 MB`. */
export function readableBytes(bytes: number): string {
  const at = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1000)));
  const value = bytes / 1000 ** at;
  return `${value.toFixed(at > 1 && value < 100 ? 1 : 0)} ${UNITS[at]}`;
}
