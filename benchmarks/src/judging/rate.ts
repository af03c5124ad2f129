/** Returns a share with three decimals, or "-" if the total is 0. */
export function rate(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(3);
}
