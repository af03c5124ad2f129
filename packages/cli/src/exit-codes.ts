/** What a command ends with; `docs/command-line.md` has this table. */
export const exitCodes = {
  done: [0, 'Done'],
  failed: [1, 'Failed: a job, a check of `anima doctor`, or something unexpected'],
  usage: [2, 'The command or what it was given is not understood'],
  notFound: [3, 'There is no such thing; of `anima cache check`: a miss'],
  refused: [4, 'Refused: by a token, because of what is there already, or because it cannot be done'],
  away: [5, 'A service does not answer, or has too much to do'],
  interrupted: [130, 'Ctrl-C; a job that was waited for is cancelled'],
  terminated: [143, 'Ended by SIGTERM, as with Ctrl-C'],
} as const satisfies Record<string, readonly [number, string]>;

export const EXIT = Object.fromEntries(
  Object.entries(exitCodes).map(([name, [code]]) => [name, code]),
) as Record<keyof typeof exitCodes, number>;
