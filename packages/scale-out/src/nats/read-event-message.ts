import type { ServiceEvent } from '@anima/service/events';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';

const Event = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  type: Type.String({ pattern: '^[a-z0-9_-]{1,40}(?:\\.[a-z0-9_-]{1,40}){0,4}$' }),
  time: Type.String({ maxLength: 40 }),
  data: Type.Record(Type.String(), Type.Unknown()),
});
type Event = Static<typeof Event>;

/**
 * Returns the event of a message, or null if the message is not an event. Every client with access to the
 * server can publish to the stream.
 */
export function readEventMessage(
  stream: string,
  message: { subject: string; string(): string },
): ServiceEvent | null {
  try {
    const event: unknown = JSON.parse(message.string());
    if (!Check(Event, event) || message.subject !== `${stream}.${event.type}`) return null;
    return Number.isNaN(Date.parse(event.time)) ? null : (event satisfies Event);
  } catch {
    return null;
  }
}
