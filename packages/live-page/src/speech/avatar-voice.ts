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
  word: string;
  charStart: number;
  charEnd: number;
}

export interface AvatarVoice extends Speaker {
  /** Speaks with a listener for the words of this utterance. */
  say(pieces: AsyncIterable<string>, onWord?: (word: PlayedWord) => void): Promise<SpokenPart>;
}

interface Spoken {
  utterance: string | null;
  text: string;
  onWord: ((word: PlayedWord) => void) | undefined;
}

/** `onWord` receives each word with the text so far; `onBusy` start and end of speech. */
export function createAvatarVoice(
  avatar: AvatarElement,
  { onWord, onBusy }: { onWord: (text: string, word: PlayedWord) => void; onBusy: (isBusy: boolean) => void },
): AvatarVoice {
  /** In the order of playback. */
  let spoken: Spoken[] = [];
  avatar.addEventListener('started', (event) => {
    const { utterance } = (event as CustomEvent<{ utterance: string }>).detail;
    const next = spoken.find((each) => each.utterance === null);
    if (next !== undefined) next.utterance = utterance;
  });
  avatar.addEventListener('word', (event) => {
    const word = (event as CustomEvent<PlayedWord>).detail;
    const current = spoken.find(({ utterance }) => utterance === word.utterance);
    if (current === undefined) return;
    onWord(current.text, word);
    current.onWord?.(word);
  });

  return {
    async say(pieces, onOwnWord) {
      const mine: Spoken = { utterance: null, text: '', onWord: onOwnWord };
      spoken.push(mine);
      onBusy(true);
      try {
        const { interrupted, heardCharEnd } = await avatar.say(remembering(pieces, mine));
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

async function* remembering(pieces: AsyncIterable<string>, spoken: Spoken): AsyncGenerator<string> {
  for await (const piece of pieces) {
    spoken.text += piece;
    yield piece;
  }
}
