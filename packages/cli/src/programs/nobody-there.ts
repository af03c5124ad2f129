/** Whether a call failed because all addresses of its host name refuse connections. */
export function isNobodyThere(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  const each: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return each.every(
    (one) =>
      one instanceof Error && 'code' in one && (one.code === 'ECONNREFUSED' || one.code === 'ENOTFOUND'),
  );
}
