import { isIPv4 } from 'node:net';

/** localhost, *.localhost, 127.0.0.0/8, ::1 and [::1]. */
export function isLoopbackName(name: string): boolean {
  const lower = name.toLowerCase();
  if (lower === 'localhost' || lower.endsWith('.localhost')) return true;
  if (lower === '::1' || lower === '[::1]') return true;
  return isIPv4(lower) && lower.startsWith('127.');
}
