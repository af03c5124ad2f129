import type { Setting } from '@anima/service/settings';
import { type JobKind, jobKinds } from './job.js';

/** Names of job kinds in the setting, and the kinds that each includes. */
const groups: Record<string, readonly JobKind[]> = {
  speech: ['tts'],
  clips: ['lipsync', 'lipsync_batch', 'lipsync_scene'],
  enhance: ['enhance'],
};

/** Some of the groups, separated by blanks or commas, or `none`; by default all. */
export function jobKindsSetting({ help }: { help: string }): Setting<readonly JobKind[]> {
  return {
    expected: `some of ${Object.keys(groups).join(', ')}, or none`,
    help,
    defaultText: Object.keys(groups).join(','),
    fallback: jobKinds,
    secret: false,
    read(text) {
      if (text === 'none') return [];
      const named = text.split(/[ ,]+/).map((name) => groups[name]);
      return named.includes(undefined as never) ? undefined : named.flatMap((kinds) => kinds!);
    },
  };
}
