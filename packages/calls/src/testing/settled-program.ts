import { serve } from '../serve.js';

/** Of a program that tells what it was told at its start. */
export interface SettledCalls {
  settings: { ask: null; answer: unknown };
  process: { ask: null; answer: number };
}

serve<SettledCalls>((settings) => ({ settings: () => settings, process: () => process.pid }));
