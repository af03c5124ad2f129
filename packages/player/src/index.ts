// A face that speaks in a page: the element, and what it is made of.
export { LiveError } from '@anima/client/live';
export { createPlayer, type Player, type PlayerOptions } from './player.js';
export type { PlayerEvents } from './player-events.js';
export type { Speakable } from './speaking/text-pieces.js';
export type { HeardText, Said } from './speaking/utterance.js';
