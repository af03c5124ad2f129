import { DAY_MS } from './calendar.js';
import type { DatePhrase } from './date-phrases.js';

/** Relation of a memory's time to the dates in a query; each value is from 0 to 1. */
export interface DateMatch {
  /** 1 in the month of a named day, or within a longer time of up to three months. */
  month: number;
  /** 1 on the named day or the next day; 0.7 within the following week. */
  day: number;
  /** 1 within the named time, less far from the centre of an approximate time, 0.4 in the same time of another year. */
  within: number;
}

/** In ms. A longer time, such as a year, tells less about a memory within it. */
const LONG = 93 * DAY_MS;

/** Returns the best match over the phrases. Months are compared in UTC. */
export function matchDates(phrases: readonly DatePhrase[], time: number): DateMatch {
  const match = { month: 0, day: 0, within: 0 };
  const at = new Date(time);
  const month = at.getUTCMonth();
  for (const phrase of phrases) {
    const { from, to, isDay, anyYear } = phrase;
    const isWithin = time >= from && time < to;
    if (isWithin) match.within = Math.max(match.within, nearnessOf(phrase, time));
    if (isDay) {
      const days = Math.floor((time - from) / DAY_MS);
      if (days >= 0 && time < to + DAY_MS) match.day = 1;
      else if (days >= 2 && days <= 7) match.day = Math.max(match.day, 0.7);
    }
    if (anyYear !== null) {
      const isMonth = month === anyYear.month;
      if (isMonth) match.month = 1;
      if (isMonth && (anyYear.day === null || anyYear.day === at.getUTCDate()))
        match.within = Math.max(match.within, 0.4);
    } else if (isDay) {
      const middle = new Date((from + to) / 2);
      if (at.getUTCFullYear() === middle.getUTCFullYear() && month === middle.getUTCMonth()) match.month = 1;
    } else if (isWithin && to - from <= LONG) {
      match.month = 1;
    }
  }
  return match;
}

/** Share of `within` that a time at the end of an approximate phrase loses. */
const LOSS_AT_END = 0.8;

/** Returns 1 on the likeliest day of a phrase, or everywhere if it has none, falling from day to day towards its ends. */
function nearnessOf({ from, to, centre }: DatePhrase, time: number): number {
  if (centre === null) return 1;
  const days = Math.abs(Math.floor((time - centre) / DAY_MS));
  return 1 - (LOSS_AT_END * days * DAY_MS) / Math.max(centre - from, to - centre);
}
