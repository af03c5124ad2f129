import type { Turn } from './conversation/turn.js';
import { randomId } from './random-id.js';
import type { AvatarVoice } from './speech/avatar-voice.js';

export interface ReadAloudOptions {
  voice: AvatarVoice;
  onTurn: (turn: Turn, saidEnd?: number) => void;
  onFailure: (error: unknown) => void;
}

/** Speaks texts one after another, and shows the played part of each. */
export function createReadAloud({ voice, onTurn, onFailure }: ReadAloudOptions) {
  return async function readAloud(pieces: AsyncIterable<string>): Promise<void> {
    const turn: Turn = {
      ...{ id: randomId(), role: 'assistant', text: '', state: 'coming' },
      ...{ heardEnd: null, at: new Date().toISOString(), note: null },
    };
    async function* shown(): AsyncGenerator<string> {
      for await (const piece of pieces) {
        turn.text += piece;
        onTurn(turn);
        yield piece;
      }
    }
    try {
      const played = await voice.say(shown(), ({ charEnd }) => onTurn(turn, charEnd));
      turn.state = played.isWhole ? 'whole' : 'interrupted';
      if (!played.isWhole) turn.heardEnd = played.characters;
    } catch (error) {
      turn.state = 'failed';
      turn.note = error instanceof Error ? error.message : String(error);
      onFailure(error);
    }
    onTurn(turn);
  };
}
