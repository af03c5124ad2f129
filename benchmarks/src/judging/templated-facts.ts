import { seededRandom } from '../index-scan/synthetic-memories.js';

const SERVICES =
  `orders billing search report store support design login signup catalogue shipping payment notification audit
  export import user team admin customer partner inventory pricing review message analytics recommendation session
  image video`.split(/\s+/);
const PEOPLE = 'Alice Bob Carla Dmitri Eve Farid Grace Hugo Ines Jun Kofi Lena Marco Nadia Olga'.split(' ');
const COUNTRIES = 'Germany France Spain Italy Poland Norway Japan'.split(' ');
const TABLES = 'orders invoices events sessions users carts'.split(' ');
const DAYS = 'Monday Tuesday Wednesday Thursday Friday'.split(' ');
const MONTHS = 'January February March April May June'.split(' ');

/**
 * Generates facts of each kind about many services, people, countries and tables, with random values. They
 * resemble memories of projects, without conflicts or duplicates among them.
 */
export function templatedFacts(): string[] {
  const random = seededRandom(7);
  const pick = (...list: (string | number)[]): string => String(list[Math.floor(random() * list.length)]);
  const upTo = (most: number): number => 1 + Math.floor(random() * most);
  const facts: string[] = [];
  for (const name of SERVICES) {
    const title = name[0]!.toUpperCase() + name.slice(1);
    facts.push(
      `The ${name} service listens on port ${8000 + upTo(999)}`,
      `${title} service uses ${pick('Postgres', 'MySQL', 'MongoDB', 'Redis', 'DynamoDB')}`,
      `The ${name} service is written in ${pick('Go', 'Rust', 'Java', 'TypeScript', 'Python')}`,
      `Timeout of the ${name} service: ${pick(5, 10, 15, 30, 60)} seconds`,
      `The ${name} service does ${pick('', 'not ')}retry failed requests`,
      `Logs of the ${name} service are kept for ${pick(7, 14, 30, 90)} days`,
      `The ${name} service is owned by team ${pick('Blue', 'Green', 'Red', 'Yellow')}`,
      `${name} API: rate limit ${pick(10, 50, 100, 500)} requests per minute`,
      `The ${name} service is deployed ${pick('daily', 'weekly', 'every two weeks', 'on Tuesdays')}`,
      `${title} events are ${pick('', 'not ')}written to the audit log`,
      `The ${name} page is ${pick('public', 'private')}`,
      `Tests of the ${name} service run in ${pick('Jest', 'Vitest', 'Mocha', 'pytest')}`,
      `Backups of the ${name} database run at ${upTo(5)} am`,
      `${name} uses ${pick('cursor', 'offset')} pagination`,
    );
  }
  for (const name of PEOPLE) {
    facts.push(
      `${name} prefers ${pick('tea', 'coffee', 'water')}`,
      `${name} ${pick('does not eat', 'eats')} meat`,
      `${name}'s birthday is ${upTo(28)} ${pick(...MONTHS)}`,
      `Meeting with ${name} on ${pick(...DAYS)} at ${8 + upTo(8)}:00`,
      `${name} uses ${pick('VS Code', 'Neovim', 'Emacs', 'IntelliJ')}`,
      `${name} speaks ${pick('German', 'French', 'Spanish')}`,
      `${name} is on call every ${pick('second', 'third')} ${pick(...DAYS)}`,
    );
  }
  for (const name of COUNTRIES) {
    facts.push(
      `VAT in ${name} is ${15 + upTo(10)} %`,
      `Customers in ${name} pay ${pick('by card', 'by invoice')}`,
      `We ${pick('ship', 'do not ship')} to ${name}`,
      `${name} office opens at ${7 + upTo(3)}:00`,
    );
  }
  for (const name of TABLES) {
    facts.push(
      `Table ${name} is partitioned by ${pick('day', 'month')}`,
      `Rows of ${name} are ${pick('soft', 'hard')} deleted`,
      `GET /${name} returns at most ${pick(20, 50, 100)} items`,
      `POST /${name} requires ${pick('an', 'no')} API key`,
    );
  }
  return [...new Set(facts)];
}
