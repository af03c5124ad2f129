import type { Speaker, SpokenPart } from '../conversation/speaker.js';

/** The element of @anima/player, as any page has it. */
export interface AvatarElement extends HTMLElement {
  say(text: string | AsyncIterable<string>): Promise<{ interrupted: boolean; heardCharEnd: number }>;
  interrupt(): Promise<{ heardText: string; heardCharEnd: number }>;
  warm(): Promise<unknown>;
}

/** A word that is played now. */
export interface PlayedWord {
  utterance: string;
  charStart: number;
  charEnd: number;
}

export interface AvatarVoice extends Speaker {
  /** Speaks with a listener for the words of this utterance. */
  say(pieces: AsyncIterable<string>, onWord?: (word: PlayedWord) => void): Promise<SpokenPart>;
}

interface Spoken {
  utterance: string | null;
  onWord: ((word: PlayedWord) => void) | undefined;
}

/** `onBusy` receives start and end of speech. */
export function createAvatarVoice(avatar: AvatarElement, onBusy: (isBusy: boolean) => void): AvatarVoice {
  /** In the order of playback. */
  let spoken: Spoken[] = [];
  avatar.addEventListener('started', (event) => {
    const { utterance } = (event as CustomEvent<{ utterance: string }>).detail;
    const next = spoken.find((each) => each.utterance === null);
    if (next !== undefined) next.utterance = utterance;
  });
  avatar.addEventListener('word', (event) => {
    const word = (event as CustomEvent<PlayedWord>).detail;
    spoken.find(({ utterance }) => utterance === word.utterance)?.onWord?.(word);
  });

  return {
    async say(pieces, onWord) {
      const mine: Spoken = { utterance: null, onWord };
      spoken.push(mine);
      onBusy(true);
      try {
        const { interrupted, heardCharEnd } = await avatar.say(pieces);
        return { characters: heardCharEnd, isWhole: !interrupted };
      } finally {
        spoken = spoken.filter((each) => each !== mine);
        if (spoken.length === 0) onBusy(false);
      }
    },
    async interrupt() {
      const { heardCharEnd } = await avatar.interrupt();
      return { characters: heardCharEnd, isWhole: false };
    },
  };
}
