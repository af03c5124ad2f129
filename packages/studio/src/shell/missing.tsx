import { Link } from 'wouter';

export function NotFound() {
  return (
    <section>
      <h1>There is no such page</h1>
      <p>
        <Link href="/">To the first one</Link>
      </p>
    </section>
  );
}
