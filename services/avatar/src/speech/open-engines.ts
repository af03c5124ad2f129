import { createProcessEngine } from './process-engine.js';
import type { SpeechEngine } from './speech-engine.js';
import type { VoiceFamily, VoicePlaces } from './voice-family.js';

export interface EngineOptions extends VoicePlaces {
  onCrash: (detail: string) => void;
  /** How many processes each engine may have. */
  processes: () => number;
}

/**
 * Creates an engine for each family with a voice on this machine, in order. Files are inspected and not
 * loaded.
 */
export async function openEngines(
  families: readonly VoiceFamily[],
  { onCrash, processes, ...places }: EngineOptions,
): Promise<SpeechEngine[]> {
  const engines: SpeechEngine[] = [];
  for (const family of families) {
    const found = await family.find(places);
    if (found === null) continue;
    engines.push(createEnginePool(() => createProcessEngine({ family, found, onCrash }), processes));
  }
  return engines;
}

interface Member {
  engine: SpeechEngine;
  /** Texts it is speaking now: they share its core. */
  speaking: number;
}

/**
 * Runs engines with the same voices in separate processes, so that concurrent texts use several cores.
 * Another process starts if all are busy and fewer than `processes()` run; it costs memory and the loading of
 * its voice. Surplus processes exit when they are idle.
 */
export function createEnginePool(make: () => SpeechEngine, processes: () => number): SpeechEngine {
  const first = make();
  const members: Member[] = [{ engine: first, speaking: 0 }];
  let closed = false;

  /** The one that does least; the voice of the first is loaded first. */
  function freest(): Member {
    const least = members.reduce((best, member) => (member.speaking < best.speaking ? member : best));
    if (closed || least.speaking === 0 || members.length >= processes()) return least;
    const member = { engine: make(), speaking: 0 };
    members.push(member);
    return member;
  }

  function endSpare(): void {
    const at = members.findLastIndex(({ speaking }, i) => i > 0 && speaking === 0);
    if (at > 0 && members.length > processes()) void members.splice(at, 1)[0]!.engine.close();
  }

  return {
    name: first.name,
    voices: first.voices,
    isLoaded: (voice) => members.some(({ engine }) => engine.isLoaded(voice)),
    load: (voice, signal) => freest().engine.load(voice, signal),
    check: (request) => first.check(request),

    async *speak(request, signal) {
      const member = freest();
      member.speaking++;
      try {
        yield* member.engine.speak(request, signal);
      } finally {
        member.speaking--;
        endSpare();
      }
    },

    async close() {
      closed = true;
      await Promise.all(members.map(({ engine }) => engine.close()));
    },
  };
}
