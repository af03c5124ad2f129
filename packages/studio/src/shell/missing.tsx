import { Link } from 'wouter';

export function Missing() {
  return (
    <section>
      <h1>There is no such page</h1>
      <p>
        <Link href="/">To the first one</Link>
      </p>
    </section>
  );
}
