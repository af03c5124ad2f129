/** Whether a call failed because nothing listens at its address, on any of the addresses of its name. */
export function isUnreachable(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  const each: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return each.every(
    (one) =>
      one instanceof Error && 'code' in one && (one.code === 'ECONNREFUSED' || one.code === 'ENOTFOUND'),
  );
}
