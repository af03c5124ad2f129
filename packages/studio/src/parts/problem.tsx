/** Shows the message of an error. */
export function Problem({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <p className="problem" role="alert">
      {error instanceof Error ? error.message : String(error)}
    </p>
  );
}
