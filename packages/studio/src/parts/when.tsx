const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** How long ago, with the moment itself behind it. `at`: ISO 8601. */
export function RelativeTime({ at }: { at: string }) {
  const date = new Date(at);
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return (
    <time dateTime={at} title={exact.format(date)}>
      {relative.format(Math.round(seconds / length), unit as Intl.RelativeTimeFormatUnit)}
    </time>
  );
}
