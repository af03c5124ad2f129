import { serve } from '../serve.js';

/** Calls of a program that returns its settings. */
export interface SettledCalls {
  settings: { ask: null; answer: unknown };
}

serve<SettledCalls>((settings) => ({ settings: () => settings }));
