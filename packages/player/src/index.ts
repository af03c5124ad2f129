// A face that speaks in a page: the element, and what it is made of.
import { AvatarElement } from './element/avatar-element.js';

export { LiveError } from '@anima/client/live';
export { AvatarElement } from './element/avatar-element.js';
export { createPlayer, type Player, type PlayerOptions } from './player.js';
export type { PlayerEvents, PlayerProblem } from './player-events.js';
export type { Speakable } from './speaking/text-pieces.js';
export type { PlayedText, Said } from './speaking/utterance.js';

declare global {
  interface HTMLElementTagNameMap {
    'anima-avatar': AvatarElement;
  }
}

// A page may load it twice, by two addresses.
if (customElements.get('anima-avatar') === undefined) customElements.define('anima-avatar', AvatarElement);
