import { CommandFailure, EXIT } from '../failure.js';

const SETTING = /^(?:MEMORY|AVATAR|ANIMA)_[A-Z0-9_]{1,64}$|^(?:PORT|FFMPEG_PATH)$/;
/** Quotes of `node --env-file`, which has no escapes. */
const QUOTES = ["'", '`', '"'] as const;

/**
 * Returns the settings of the services in an environment, in the format of `node --env-file`. The file may contain tokens.
 * @throws CommandFailure for a value that the format cannot express
 */
export function settingsText(env: NodeJS.ProcessEnv): string {
  const lines = Object.entries(env)
    .filter(([name, value]) => SETTING.test(name) && name !== 'ANIMA_LOG_FILE' && value)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, value]) => `${name}=${quoted(name, value!)}`);
  return [
    '# Settings of the services that `anima service install` starts, one NAME=value a line.',
    '# docs/settings.md lists them. After a change: anima service install',
    ...lines,
    '',
  ].join('\n');
}

function quoted(name: string, value: string): string {
  const quote = QUOTES.find((each) => !value.includes(each));
  // Within double quotes, Node reads \n as a line break.
  if (quote === undefined || /[\r\n]/.test(value) || (quote === '"' && value.includes('\\n')))
    throw new CommandFailure(
      'not_possible',
      EXIT.refused,
      `Expected a value of one line with at most two kinds of quotes in ${name}. Change it, or unset it and write it into the settings file yourself`,
    );
  return `${quote}${value}${quote}`;
}
