import '@anima/service/small-heap';
import { setFlagsFromString } from 'node:v8';
import { InferenceError } from '@anima/inference';
import { AppError, isStorageFull } from '@anima/service/errors';
import { makeFilesPrivate } from '@anima/service/files';
import { keepOwnLogBounded, type RunningService, runUntilStopped } from '@anima/service/process';
import { type AvatarConfig, settings } from './config.js';

/** A program of this package: it reads its settings from the environment and runs until it is stopped. */
export interface ServiceProgram {
  /** First line of `--help`, without the full stop. */
  title: string;
  start(config: AvatarConfig): Promise<RunningService>;
  /** The lines that the program prints on standard error once it listens. */
  greeting(service: RunningService, config: AvatarConfig): string;
}

export async function runProgram({ title, start, greeting }: ServiceProgram): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(`${title}. Settings, from the environment:\n${settings.helpTable()}`);
    return;
  }
  // Computation runs in other processes, so this one needs little memory for short-lived objects.
  setFlagsFromString('--max-semi-space-size=2');
  makeFilesPrivate();
  keepOwnLogBounded(process.env.ANIMA_LOG_FILE);
  try {
    const config = settings.parse(process.env);
    const service = await start(config);
    console.error(greeting(service, config));
    runUntilStopped(() => service.close());
  } catch (error) {
    reportStartupFailure(error);
  }
}

/** Prints an expected failure in one line and sets the exit code to 1. Throws any other error. */
function reportStartupFailure(error: unknown): void {
  // InferenceError: a model that ships with the service is missing.
  const isExpected = error instanceof AppError || error instanceof InferenceError;
  if (isStorageFull(error))
    console.error('The disk of AVATAR_DATA_DIR is full. Free space, then start the service again.');
  else if (isExpected) console.error(error.message);
  else throw error;
  process.exitCode = 1;
}
