/** Returns old + (new - old) x opacity / 255 for sixteen bytes. */
export function mix(over: v128, under: v128, opacity: v128): v128 {
  const rest = i16x8.sub(i16x8.splat(255), opacity);
  const low = i16x8.add(
    i16x8.mul(i16x8.extend_low_i8x16_u(over), opacity),
    i16x8.mul(i16x8.extend_low_i8x16_u(under), rest),
  );
  const high = i16x8.add(
    i16x8.mul(i16x8.extend_high_i8x16_u(over), opacity),
    i16x8.mul(i16x8.extend_high_i8x16_u(under), rest),
  );
  return i8x16.narrow_i16x8_u(divideBy255(low), divideBy255(high));
}

/** (x + 128 + ((x + 128) >> 8)) >> 8: exact for x up to 255 x 255. */
function divideBy255(x: v128): v128 {
  const rounded = i16x8.add(x, i16x8.splat(128));
  return i16x8.shr_u(i16x8.add(rounded, i16x8.shr_u(rounded, 8)), 8);
}
