import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface LiveMetrics extends LiveMeter {
  register(registry: Registry): void;
}

/** Seconds. The contract names .12. */
const FIRST_SOUND_BUCKETS = [0.02, 0.04, 0.06, 0.08, 0.12, 0.2, 0.3, 0.5, 1, 2, 5];

export function createLiveMetrics(sessions: () => number): LiveMetrics {
  const open = new Gauge({
    name: 'avatar_live_sessions',
    help: 'Live sessions that are open',
    registers: [],
    collect() {
      this.set(sessions());
    },
  });
  const firstSounds = new Histogram({
    name: 'avatar_live_first_sound_seconds',
    help: 'Time from the first clause of an utterance, or its turn, to its first sound',
    buckets: FIRST_SOUND_BUCKETS,
    registers: [],
  });
  const interruptions = new Counter({
    name: 'avatar_live_interruptions_total',
    help: 'Number of interrupts by clients',
    registers: [],
  });
  const underruns = new Counter({
    name: 'avatar_live_underruns_total',
    help: 'Number of times audio was sent after its playout time although its text was known',
    registers: [],
  });
  return {
    firstSound: (ms) => firstSounds.observe(Math.max(0, ms) / 1000),
    interruption: () => interruptions.inc(),
    underrun: () => underruns.inc(),
    register(registry) {
      for (const metric of [open, firstSounds, interruptions, underruns]) registry.registerMetric(metric);
    },
  };
}

/** Metrics of live sessions. */
export interface LiveMeter {
  /** Milliseconds from the clause to its first sound. */
  firstSound(ms: number): void;
  interruption(): void;
  /** Audio arrived later than its playout time, although its text was known. */
  underrun(): void;
}
