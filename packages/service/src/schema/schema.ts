import Type, {
  type Static,
  type TObject,
  type TObjectOptions,
  type TProperties,
  type TSchema,
} from 'typebox';

/** An object that refuses unknown fields: every body and query string is made of these. */
export function strictObject<P extends TProperties>(properties: P, options: TObjectOptions = {}): TObject<P> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

export function Nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

export const Uuid = Type.String({ format: 'uuid', description: 'A UUID' });

/** How every time leaves a service: ISO 8601, UTC, milliseconds. */
export const IsoTime = Type.String({
  format: 'date-time',
  description: 'ISO 8601 in UTC with milliseconds',
  examples: ['2026-03-01T09:30:00.000Z'],
});

/** How a time comes in; `isoTimeToMs` reads it. A day that does not exist is refused. */
export const IsoDateOrTime = Type.String({
  format: 'iso-date-or-time',
  description:
    'An ISO 8601 date (2026-03-01) or date-time (2026-03-01T09:30:00Z), in UTC where no offset is named',
  examples: ['2026-03-01', '2026-03-01T09:30:00Z'],
});

const DATE_LENGTH = '2026-03-01'.length;
const OFFSET = /(?:Z|[+-]\d\d:\d\d)$/;

/** Milliseconds since the epoch as an `IsoTime`; a time that is not there stays null. */
export function isoTime(ms: number): string;
export function isoTime(ms: number | null): string | null;
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Returns ms since the epoch: midnight of a date, in UTC without an offset. */
export function isoTimeToMs(value: string): number;
export function isoTimeToMs(value: string | null): number | null;
export function isoTimeToMs(value: string | null): number | null {
  if (value === null) return null;
  return Date.parse(isIsoDate(value) || OFFSET.test(value) ? value : `${value}Z`);
}

/** True for a date without a time, which stands for its whole day where an end is meant. */
export function isIsoDate(value: string): boolean {
  return value.length === DATE_LENGTH;
}

/** RFC 9457 problem details, as every error of a service looks. */
export const Problem = Type.Object(
  {
    type: Type.String({
      description: 'Stable URN of the kind of error',
      examples: ['urn:anima:error:not_found'],
    }),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'The expected value, the field, and the received value' }),
    code: Type.String({ description: 'Stable, snake_case', examples: ['validation_failed'] }),
    request_id: Type.String({ description: 'Also in the x-request-id header and in the log' }),
    errors: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'The invalid fields, if the request does not match its schema',
      }),
    ),
  },
  { description: 'RFC 9457 problem details' },
);
export type Problem = Static<typeof Problem>;

const MAX_AGENT_LENGTH = 128;
const AGENT_PATTERN = '^[!-~](?:[ -~]*[!-~])?$';
const agentPattern = new RegExp(AGENT_PATTERN);

/** How agents are called: printable ASCII without spaces around it. */
export const AgentId = Type.String({ minLength: 1, maxLength: MAX_AGENT_LENGTH, pattern: AGENT_PATTERN });

export function isAgentId(text: string): boolean {
  return text.length <= MAX_AGENT_LENGTH && agentPattern.test(text);
}
