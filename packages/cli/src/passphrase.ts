import { readFile } from 'node:fs/promises';
import type { CommandIo } from './context.js';
import { flag, type OptionValues, text } from './define-command.js';
import { InterruptedError, usageError } from './failure.js';
import { promptHidden } from './terminal/prompt-hidden.js';

/** Limit of the services. */
const MAX_CHARACTERS = 1_024;
const MAX_TRIES = 3;

/** The option of commands that read a file that may be encrypted. */
export const passphraseOption = text(
  '<file>',
  'file whose first line is the passphrase, - for stdin; default: ANIMA_PASSPHRASE, else a prompt on a terminal',
);
/** The options of commands that write a file, and encrypt it if a passphrase is given. */
export const encryptOptions = {
  encrypt: flag('prompt for a passphrase if neither a file nor ANIMA_PASSPHRASE provides it'),
  passphraseFile: passphraseOption,
};
type PassphraseOptions = Partial<OptionValues<typeof encryptOptions>>;

/**
 * Returns the passphrase to encrypt with; undefined to encrypt nothing. A command line cannot contain it, because other users
 * of the machine could read it.
 */
export async function newPassphrase(
  house: CommandIo,
  { passphraseFile, encrypt }: PassphraseOptions,
): Promise<string | undefined> {
  const given = await givenPassphrase(house, passphraseFile);
  if (given !== undefined || encrypt === undefined) return given;
  if (!canPrompt(house))
    throw usageError(
      'Expected a passphrase for --encrypt, and no terminal can prompt for it. Set ANIMA_PASSPHRASE or --passphrase-file',
    );
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const first = await prompt(house, 'Passphrase: ');
    if (first === (await prompt(house, 'Confirm passphrase: '))) return first;
    house.err.write('The passphrases do not match.\n');
  }
  throw usageError('Expected the same passphrase twice');
}

/** Opens a file with the given passphrase. Without one, it prompts on a terminal if the file requires it, and again if it is wrong. */
export async function withPassphrase<Answer>(
  house: CommandIo,
  { passphraseFile }: PassphraseOptions,
  open: (passphrase: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  let passphrase = await givenPassphrase(house, passphraseFile);
  const mayPrompt = passphrase === undefined && canPrompt(house);
  for (let tries = 0; ; tries++) {
    try {
      return await open(passphrase);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      const isMissing = code === 'passphrase_required' || (code === 'wrong_passphrase' && tries > 0);
      if (!mayPrompt || !isMissing || tries === MAX_TRIES) throw error;
      passphrase = await prompt(house, tries === 0 ? 'Passphrase: ' : 'Wrong passphrase. Try again: ');
    }
  }
}

async function givenPassphrase(
  { env, input }: CommandIo,
  path: string | undefined,
): Promise<string | undefined> {
  if (path === undefined) return env.ANIMA_PASSPHRASE || undefined;
  if (path === '-') {
    const { createInterface } = await import('node:readline');
    for await (const line of createInterface({ input })) return line;
    throw usageError('Expected a passphrase on stdin, received none');
  }
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw usageError(`Expected a readable file for --passphrase-file: ${error.message}`);
  });
  const [line = ''] = text.split(/\r?\n/);
  if (line === '') throw usageError(`Expected a passphrase in the first line of ${path}, received none`);
  return line;
}

const canPrompt = ({ input, err }: CommandIo): boolean => input.isTTY === true && err.isTTY === true;

async function prompt(house: CommandIo, question: string): Promise<string> {
  const typed = await promptHidden(house, question, MAX_CHARACTERS);
  if (typed === null) throw new InterruptedError('SIGINT');
  if (typed === '') throw usageError('Expected a passphrase, received none');
  return typed;
}
