import type { AvatarConfig } from './config.js';

/** What is loaded while the service starts, of that which it needs itself: it speaks in any case, and draws where it runs such jobs. */
export function defaultsToPreload({
  AVATAR_PRELOAD: isWanted,
  AVATAR_JOB_KINDS: kinds,
}: Pick<AvatarConfig, 'AVATAR_PRELOAD' | 'AVATAR_JOB_KINDS'>): { voice: boolean; face: boolean } {
  return { voice: isWanted, face: isWanted && kinds.includes('lipsync') };
}
