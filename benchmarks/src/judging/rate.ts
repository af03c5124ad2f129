/** A share to three places; "-" of nothing. */
export function rate(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(3);
}
