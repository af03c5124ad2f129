import { RemoteCallError, WorkerExitedError } from '@anima/calls';
import { AppError } from '@anima/service/errors';
import { expect, it } from 'vitest';
import { ProcessStopped, toServiceError } from './worker-process.js';

const blame = { worker: 'speech', crashCode: 'engine_crashed' };

it('keeps the code of an expected error, and leaves other errors unchanged', () => {
  const refused = toServiceError(new RemoteCallError('text_empty', 'Expected words', undefined), blame);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({ code: 'text_empty', message: 'Expected words' });
  for (const error of [new RemoteCallError(null, 'x is not a function', undefined), new Error('Cancelled')])
    expect(toServiceError(error, blame)).toBe(error);
});

it('distinguishes a crashed process from a stopped one, whose calls can be repeated', () => {
  const end = (wasStopped: boolean) =>
    toServiceError(new WorkerExitedError('the speech worker', 'ended with SIGKILL', wasStopped), blame);
  const message = 'The speech worker crashed. Retry the request.';
  for (const error of [end(false), end(true)])
    expect(error).toMatchObject({ code: 'engine_crashed', message });
  expect(end(false)).not.toBeInstanceOf(ProcessStopped);
  expect(end(true)).toBeInstanceOf(ProcessStopped);
});
