const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
// RFC 3339, with the seconds optional as ISO 8601 has it.
const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function isDate(value: string): boolean {
  const match = DATE.exec(value);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  // setUTCFullYear rolls 30 February over to March, which the comparison notices.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** What goes out names its offset; what comes in may leave it out, and is then UTC (`isoTimeToMs`). */
function isDateTime(value: string, { offsetOptional = false } = {}): boolean {
  const match = DATE_TIME.exec(value);
  return match !== null && isDate(match[1]!) && (offsetOptional || match[5] !== undefined);
}

function isHttpUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

/**
 * The string formats a schema may use; any other is refused at start-up. Our own rather than ajv-formats:
 * that one takes `urn:uuid:` prefixes, spaces between date and time, and leap seconds `Date` cannot read.
 */
export const formats: Record<string, { check: (value: string) => boolean; noun: string }> = {
  uuid: { check: (value) => UUID.test(value), noun: 'a UUID' },
  date: { check: isDate, noun: 'an existing date as YYYY-MM-DD' },
  'date-time': { check: (value) => isDateTime(value), noun: 'an existing ISO 8601 date-time with offset' },
  'iso-date-or-time': {
    check: (value) => isDate(value) || isDateTime(value, { offsetOptional: true }),
    noun: 'an existing ISO 8601 date or date-time',
  },
  uri: { check: isHttpUrl, noun: 'an http or https URL' },
};
