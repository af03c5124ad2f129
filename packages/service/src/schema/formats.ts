import { isoTimeToMs } from './schema.js';

// Patterns that every dialect of regular expressions supports: they are also part of the OpenAPI document.
const DATE =
  '(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))' +
  '|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)';
// RFC 3339, with the seconds optional as ISO 8601 has it.
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,9})?)?';
const OFFSET = '(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])';
// Responses have an offset; requests may omit it, which means UTC (`isoTimeToMs`).
const DATE_OR_TIME = `^${DATE}(?:T${CLOCK}${OFFSET}?)?$`;
const UUID = '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

function isHttpUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

export interface StringFormat {
  check: (value: string) => boolean;
  noun: string;
  /** Pattern equivalent to `check`, for readers of the document, who do not know our format. */
  pattern?: string;
}

/**
 * The string formats a schema may use; any other is refused at start-up. Our own rather than ajv-formats:
 * that one takes `urn:uuid:` prefixes, spaces between date and time, and leap seconds `Date` cannot read.
 */
export const formats: Record<string, StringFormat> = {
  uuid: { check: matches(UUID), noun: 'a UUID' },
  date: { check: matches(`^${DATE}$`), noun: 'an existing date as YYYY-MM-DD' },
  'date-time': {
    check: writable(matches(`^${DATE}T${CLOCK}${OFFSET}$`)),
    noun: 'an existing ISO 8601 date-time with offset',
  },
  'iso-date-or-time': {
    check: writable(matches(DATE_OR_TIME)),
    noun: 'an existing ISO 8601 date or date-time',
    pattern: DATE_OR_TIME,
  },
  uri: { check: isHttpUrl, noun: 'an http or https URL' },
};

function matches(pattern: string): (value: string) => boolean {
  const regexp = new RegExp(pattern);
  return (value) => regexp.test(value);
}

const YEAR_0 = Date.parse('0000-01-01T00:00:00Z');
const YEAR_10_000 = Date.parse('9999-12-31T23:59:59.999Z') + 1;

/** An offset can move a time out of the years with four digits; then it could not be written in UTC. */
function writable(matches: (value: string) => boolean): (value: string) => boolean {
  return (value) => {
    if (!matches(value)) return false;
    const ms = isoTimeToMs(value);
    return ms >= YEAR_0 && ms < YEAR_10_000;
  };
}
