export type { SpokenSentence, SpokenWord } from './spoken-text.js';
