import type { EventLog, EventOutbox, ServiceEvent } from '../events/events.js';

export interface MemoryEventLog extends EventLog, EventOutbox {
  after(id: number, limit: number): ServiceEvent[];
  latestId(): number;
  oldestId(): number;
}

/** For tests: a minimal log, whose recorded events count as committed. */
export function createMemoryEventLog({ keep = 10_000 }: { keep?: number } = {}): MemoryEventLog {
  const events: ServiceEvent[] = [];
  const followers = new Set<() => void>();
  let latest = 0;
  return {
    record(type, data) {
      const event = { id: ++latest, type, time: new Date().toISOString(), data };
      events.push(event);
      if (events.length > keep) events.shift();
      return event;
    },
    announce(announced) {
      if (announced.length === 0) return;
      for (const wake of followers) {
        try {
          wake();
        } catch {
          // The port ignores errors of followers.
        }
      }
    },
    after(id, limit) {
      const start = Math.max(0, id + 1 - (events[0]?.id ?? 1));
      return events.slice(start, start + limit);
    },
    latestId: () => latest,
    oldestId: () => events[0]?.id ?? latest + 1,
    follow(wake) {
      followers.add(wake);
      return () => followers.delete(wake);
    },
  };
}
