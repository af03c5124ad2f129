/**
 * Units of measure: the dimension they measure and how many of the dimension's base unit one of them is, so that
 * "1 hour" equals "60 minutes". Written for this project (CC0); factors are the definitions (a year is 365
 * days, a month its twelfth part). Temperatures and currencies convert by more than a factor or by the day: each is a dimension of its own.
 */
export interface Unit {
  readonly dimension: string;
  readonly factor: number;
}

const BY_DIMENSION: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  // Seconds.
  time: {
    'ns nanosecond': 1e-9,
    'us µs μs microsecond': 1e-6,
    'ms msec millisecond': 1e-3,
    's sec second': 1,
    'min minute': 60,
    'h hr hour': 3600,
    'd day': 86_400,
    week: 604_800,
    fortnight: 1_209_600,
    month: 2_628_000,
    quarter: 7_884_000,
    'yr year': 31_536_000,
    decade: 315_360_000,
    century: 3_153_600_000,
  },
  // Bytes.
  size: {
    'b byte': 1,
    'kb kilobyte': 1e3,
    kib: 1024,
    'mb megabyte': 1e6,
    mib: 1_048_576,
    'gb gigabyte': 1e9,
    gib: 1_073_741_824,
    'tb terabyte': 1e12,
    tib: 1_099_511_627_776,
    'pb petabyte': 1e15,
  },
  // Bits a second.
  rate: { kbps: 1e3, mbps: 1e6, gbps: 1e9 },
  // Hertz.
  frequency: { hz: 1, khz: 1e3, mhz: 1e6, ghz: 1e9 },
  // Metres.
  length: {
    'nm nanometer nanometre': 1e-9,
    'mm millimeter millimetre': 1e-3,
    'cm centimeter centimetre': 0.01,
    'm meter metre': 1,
    'km kilometer kilometre': 1000,
    'in inch inches': 0.0254,
    'ft foot feet': 0.3048,
    'yd yard': 0.9144,
    'mi mile': 1609.344,
    'ly light-year': 9.4607e15,
  },
  // Metres a second.
  speed: { kmh: 1 / 3.6, kph: 1 / 3.6, mph: 0.44704, knot: 0.514444 },
  // Grams.
  mass: {
    'mg milligram': 1e-3,
    'g gram gm': 1,
    'kg kilo kilogram kgs': 1000,
    'oz ounce': 28.3495,
    'lb lbs pound': 453.592,
    'ton tonne': 1e6,
  },
  // Litres.
  volume: {
    'ml milliliter millilitre': 1e-3,
    'cl centiliter centilitre': 0.01,
    'l liter litre': 1,
    gallon: 3.78541,
    pint: 0.473176,
    cup: 0.24,
    tablespoon: 0.015,
    teaspoon: 0.005,
  },
  // Watts, joules, volts, ampere.
  power: { w: 1, watt: 1, kw: 1e3, kilowatt: 1e3, mw: 1e6, megawatt: 1e6 },
  energy: { joule: 1, kj: 1e3, kwh: 3.6e6, calorie: 4184, kcal: 4184 },
  voltage: { volt: 1, kv: 1e3 },
  current: { amp: 1, ampere: 1, mah: 3.6 },
  percent: { '% percent': 1 },
  // Pixels and the like are not convertible to one another.
  'px pixel': { 'px pixel': 1 },
  em: { em: 1 },
  rem: { rem: 1 },
  degree: { '° degree': 1 },
  celsius: { '°c celsius centigrade': 1 },
  fahrenheit: { '°f fahrenheit': 1 },
  kelvin: { kelvin: 1 },
  dollar: { '$ dollar usd buck': 1, cent: 0.01 },
  euro: { '€ euro eur': 1 },
  'pound sterling': { '£ gbp': 1 },
  rupee: { '₹ rupee rs inr': 1 },
  yen: { '¥ yen jpy': 1 },
};

const UNITS: ReadonlyMap<string, Unit> = new Map(
  Object.entries(BY_DIMENSION).flatMap(([dimension, units]) =>
    Object.entries(units).flatMap(([names, factor]) =>
      names.split(' ').map((name): [string, Unit] => [name, { dimension, factor }]),
    ),
  ),
);

/** Short forms that are common words or mean something else away from a number. */
const ONLY_AFTER_NUMBERS: ReadonlySet<string> = new Set(
  `ns s sec second seconds min d h b m in mi g l w mw em rem k cup cups foot quarter quarters cent pb cl ly
  pound pounds rs yd current yard yards`.split(/\s+/),
);

/** The unit of a folded word glued to a number: "5in", "10mb". */
export function unitGlued(word: string): Unit | null {
  return UNITS.get(word) ?? null;
}

/** The unit of a folded word that stands behind a number. */
export function unitAfterNumber(word: string): Unit | null {
  if (word === 'in' || word === 'us') return null;
  return (
    UNITS.get(word) ?? (word.length > 3 && word.endsWith('s') ? (UNITS.get(word.slice(0, -1)) ?? null) : null)
  );
}

/** The unit a folded word names wherever it stands: "miles", "kg", not "second" or "in". */
export function unitAlone(word: string): Unit | null {
  return ONLY_AFTER_NUMBERS.has(word) ? null : unitAfterNumber(word);
}
