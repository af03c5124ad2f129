import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Option } from 'commander';
import type { CommandIo } from './context.js';
import { InterruptedError, usageError } from './failure.js';
import { askHidden } from './terminal/ask-hidden.js';

/** As the services take it. */
const MAX_CHARACTERS = 1_024;
const MAX_TRIES = 3;

export interface PassphraseOptions {
  passphraseFile?: string;
  encrypt?: true;
}

/** For what reads something that may be encrypted. */
export const passphraseOption = (): Option =>
  new Option(
    '--passphrase-file <file>',
    'its first line is the passphrase, - for stdin; else ANIMA_PASSPHRASE, else it is asked for on a terminal',
  );
/** For what writes something, and encrypts it where there is a passphrase. */
export const encryptOptions = (): Option[] => [
  new Option('--encrypt', 'ask for a passphrase, where neither a file nor ANIMA_PASSPHRASE has one'),
  passphraseOption(),
];

/** The passphrase to encrypt with; undefined: nothing is encrypted. On a command line others could see it. */
export async function newPassphrase(
  house: CommandIo,
  { passphraseFile, encrypt }: PassphraseOptions,
): Promise<string | undefined> {
  const given = await givenPassphrase(house, passphraseFile);
  if (given !== undefined || encrypt === undefined) return given;
  if (!isAskable(house))
    throw usageError(
      'Expected a passphrase for --encrypt, and there is no terminal to ask on: set ANIMA_PASSPHRASE, or --passphrase-file',
    );
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const first = await asked(house, 'Passphrase: ');
    if (first === (await asked(house, 'The same again: '))) return first;
    house.err.write('These are two different ones.\n');
  }
  throw usageError('Expected the same passphrase twice');
}

/** Opens something with the passphrase that is given; on a terminal it asks where one is needed, and again where it is wrong. */
export async function withPassphrase<Answer>(
  house: CommandIo,
  { passphraseFile }: PassphraseOptions,
  open: (passphrase: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  let passphrase = await givenPassphrase(house, passphraseFile);
  const isAsking = passphrase === undefined && isAskable(house);
  for (let tries = 0; ; tries++) {
    try {
      return await open(passphrase);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      const isMissing = code === 'passphrase_required' || (code === 'wrong_passphrase' && tries > 0);
      if (!isAsking || !isMissing || tries === MAX_TRIES) throw error;
      passphrase = await asked(house, tries === 0 ? 'Passphrase: ' : 'That does not open it. Passphrase: ');
    }
  }
}

async function givenPassphrase(
  { env, input }: CommandIo,
  path: string | undefined,
): Promise<string | undefined> {
  if (path === undefined) return env.ANIMA_PASSPHRASE || undefined;
  if (path === '-') {
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

const isAskable = ({ input, err }: CommandIo): boolean => input.isTTY === true && err.isTTY === true;

async function asked(house: CommandIo, question: string): Promise<string> {
  const said = await askHidden(house, question, MAX_CHARACTERS);
  if (said === null) throw new InterruptedError('SIGINT');
  if (said === '') throw usageError('Expected a passphrase, received none');
  return said;
}
