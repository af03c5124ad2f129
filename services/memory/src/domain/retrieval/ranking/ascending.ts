/** The first position from `from` on whose number is not below this one, by bisection; `numbers` ascend. */
export function firstNotBelow(numbers: Uint32Array, number: number, from: number): number {
  let low = from;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
