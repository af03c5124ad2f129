import { createRandom } from './seed-memories.js';

/** A memory as an agent of a software team would write it, with its planted relations. */
export interface DecisionNote {
  content: string;
  type: 'decision' | 'preference' | 'fact' | 'pattern' | 'context' | 'error';
  /**
   * Number of the note that this note repeats in other words. `conflictsWith` is the number of the note that
   * it contradicts.
   */
  duplicateOf: number | null;
  conflictsWith: number | null;
}

/** A decision about a part of the system. `again` states it in other words. */
interface Aspect {
  type: DecisionNote['type'];
  values: readonly string[];
  say: (part: string, value: string) => string;
  again: (part: string, value: string) => string;
}

/**
 * Names of the parts of a large system. No two names share a word except "service", "page" and similar words.
 */
const subjects = [
  'service: billing checkout catalogue inventory shipping pricing ledger payroll login messaging booking telemetry fraud voucher loyalty refund address currency identity consent quota geocoding thumbnail subtitle transcript barcode warranty referral coupon basket wishlist forecast dispatch customs freight pallet courier locker subscription donation',
  'worker: notification newsletter reminder digest webhook invoice settlement payout reconciliation deduplication compression encryption rotation purge backfill replay snapshot mirror crawler scraper indexing ranking scoring matching clustering moderation translation transcoding watermark thumbnailing',
  'page: profile settings dashboard onboarding pairing gallery timeline leaderboard glossary careers press imprint sitemap status changelog roadmap feedback survey poll quiz certificate badge portfolio brochure floorplan menu recipe seating parking weather',
  'importer: payslip timesheet contract supplier warehouse vehicle sensor meter thermostat camera microphone passport visa tariff holiday roster shift patient dosage allergy vaccine laboratory genome isotope catalyst polymer alloy turbine reactor pipeline',
  'library: logging retry caching parsing routing templating tracing metrics scheduling pagination sorting filtering diffing hashing tokeniser formatter linter bundler polyfill animation charting mapping gesture haptics clipboard keyboard spellcheck hyphenation typography colour',
].flatMap((line) => {
  const [part, names] = line.split(': ');
  return names!.split(' ').map((name) => `${name} ${part}`);
});

const reports =
  'Error budget|Cost report|Latency chart|Access log|Dependency list|Licence report|Flaky test list|Dead letter queue|Slow query log|Bundle size|Memory profile|Security scan|Heat map|Funnel chart|Churn report|Alert history|Capacity plan|Style guide|Risk register|Backlog'.split(
    '|',
  );

const aspect = (
  type: Aspect['type'],
  values: string,
  say: Aspect['say'],
  again: Aspect['again'],
): Aspect => ({ type, values: values.split('|'), say, again });

const aspects: readonly Aspect[] = [
  aspect(
    'decision',
    'PostgreSQL|MySQL|MongoDB|DynamoDB',
    (p, v) => `The ${p} stores its data in ${v}`,
    (p, v) => `We use ${v} as the database of the ${p}`,
  ),
  aspect(
    'decision',
    '10 seconds|30 seconds|60 seconds|5 seconds',
    (p, v) => `Requests to the ${p} time out after ${v}`,
    (p, v) => `The request timeout of the ${p} is ${v}`,
  ),
  aspect(
    'decision',
    '30 days|90 days|7 days|14 days',
    (p, v) => `Logs of the ${p} are kept for ${v}`,
    (p, v) => `We keep the logs of the ${p} for ${v}`,
  ),
  aspect(
    'decision',
    'Jest|Vitest|Mocha',
    (p, v) => `Unit tests of the ${p} are written in ${v}`,
    (p, v) => `We write the unit tests of the ${p} with ${v}`,
  ),
  aspect(
    'decision',
    'Go|Rust|TypeScript|Python',
    (p, v) => `The ${p} is written in ${v}`,
    (p, v) => `We write the ${p} in ${v}`,
  ),
  aspect(
    'decision',
    'Redis|Memcached',
    (p, v) => `The ${p} caches responses in ${v}`,
    (p, v) => `Responses of the ${p} are cached in ${v}`,
  ),
  aspect(
    'decision',
    'Kafka|RabbitMQ|NATS',
    (p, v) => `Events of the ${p} are published to ${v}`,
    (p, v) => `The ${p} publishes its events to ${v}`,
  ),
  aspect(
    'decision',
    '3 replicas|5 replicas|2 replicas',
    (p, v) => `In production the ${p} runs with ${v}`,
    (p, v) => `The ${p} runs in production with ${v}`,
  ),
  aspect(
    'decision',
    'Mondays|Tuesdays|Thursdays',
    (p, v) => `The ${p} is released on ${v}`,
    (p, v) => `We release the ${p} on ${v}`,
  ),
  aspect(
    'decision',
    '100 requests per minute|500 requests per minute|50 requests per minute',
    (p, v) => `Clients of the ${p} are limited to ${v}`,
    (p, v) => `The rate limit of the ${p} is ${v}`,
  ),
  aspect(
    'decision',
    'UUIDs|integers',
    (p, v) => `Primary keys of the ${p} are ${v}`,
    (p, v) => `We use ${v} as primary keys in the ${p}`,
  ),
  aspect(
    'decision',
    'gRPC|REST|GraphQL',
    (p, v) => `Other teams call the ${p} over ${v}`,
    (p, v) => `The ${p} is called by other teams over ${v}`,
  ),
  aspect(
    'decision',
    'two reviewers|one reviewer|three reviewers',
    (p, v) => `Pull requests to the ${p} need ${v}`,
    (p, v) => `Every pull request to the ${p} needs ${v}`,
  ),
  aspect(
    'decision',
    '80 percent|90 percent|70 percent',
    (p, v) => `Test coverage of the ${p} must stay above ${v}`,
    (p, v) => `The ${p} must keep its test coverage above ${v}`,
  ),
  aspect(
    'decision',
    '15 minutes|60 minutes|5 minutes',
    (p, v) => `Access tokens of the ${p} expire after ${v}`,
    (p, v) => `An access token of the ${p} is valid for ${v}`,
  ),
  aspect(
    'decision',
    'Terraform|Pulumi',
    (p, v) => `Infrastructure of the ${p} is managed with ${v}`,
    (p, v) => `We manage the infrastructure of the ${p} with ${v}`,
  ),
  aspect(
    'decision',
    'GitHub Actions|Jenkins|CircleCI',
    (p, v) => `Builds of the ${p} run on ${v}`,
    (p, v) => `The ${p} is built on ${v}`,
  ),
  aspect(
    'decision',
    '10 MB|25 MB|50 MB',
    (p, v) => `Uploads to the ${p} are limited to ${v}`,
    (p, v) => `The largest upload to the ${p} is ${v}`,
  ),
  aspect(
    'decision',
    'feature flags|a release branch',
    (p, v) => `Unfinished work in the ${p} is hidden behind ${v}`,
    (p, v) => `In the ${p}, unfinished work hides behind ${v}`,
  ),
  aspect(
    'decision',
    'Sentry|Datadog|Grafana',
    (p, v) => `Errors of the ${p} are reported to ${v}`,
    (p, v) => `The ${p} reports its errors to ${v}`,
  ),
  aspect(
    'preference',
    'tabs|spaces',
    (p, v) => `Indent the code of the ${p} with ${v}`,
    (p, v) => `Use ${v} for indentation in the ${p}`,
  ),
  aspect(
    'preference',
    'named exports|default exports',
    (p, v) => `Modules of the ${p} use ${v}`,
    (p, v) => `Use ${v} in the modules of the ${p}`,
  ),
  aspect(
    'preference',
    'British spelling|American spelling',
    (p, v) => `Texts of the ${p} follow ${v}`,
    (p, v) => `Use ${v} in the texts of the ${p}`,
  ),
  aspect(
    'preference',
    'short commits|one commit per pull request',
    (p, v) => `Ada wants ${v} in the ${p}`,
    (p, v) => `In the ${p}, Ada wants ${v}`,
  ),
  aspect(
    'preference',
    'dark mode|light mode',
    (p, v) => `The demo of the ${p} is shown in ${v}`,
    (p, v) => `Show the demo of the ${p} in ${v}`,
  ),
  aspect(
    'fact',
    'the platform team|the growth team|the core team',
    (p, v) => `The ${p} belongs to ${v}`,
    (p, v) => `The owner of the ${p} is ${v}`,
  ),
  aspect(
    'fact',
    'Frankfurt|Dublin|Oregon',
    (p, v) => `Backups of the ${p} lie in ${v}`,
    (p, v) => `The ${p} has its backups in ${v}`,
  ),
  aspect(
    'fact',
    '2019|2021|2023',
    (p, v) => `The first version of the ${p} went live in ${v}`,
    (p, v) => `In ${v} the first version of the ${p} went live`,
  ),
  aspect(
    'fact',
    '12 endpoints|30 endpoints|7 endpoints',
    (p, v) => `The ${p} has ${v}`,
    (p, v) => `There are ${v} in the ${p}`,
  ),
  aspect(
    'fact',
    'Mira|Jonas|Priya|Tom',
    (p, v) => `${v} is on call for the ${p} this quarter`,
    (p, v) => `This quarter ${v} is on call for the ${p}`,
  ),
  aspect(
    'fact',
    'port 8081|port 8443|port 9000',
    (p, v) => `Locally the ${p} listens on ${v}`,
    (p, v) => `The ${p} listens locally on ${v}`,
  ),
  aspect(
    'pattern',
    'retries with backoff|a circuit breaker',
    (p, v) => `Calls from the ${p} to partners go through ${v}`,
    (p, v) => `The ${p} calls partners through ${v}`,
  ),
  aspect(
    'pattern',
    'a transactional outbox|change data capture',
    (p, v) => `The ${p} hands its changes on with ${v}`,
    (p, v) => `Changes of the ${p} are handed on with ${v}`,
  ),
  aspect(
    'pattern',
    'golden files|snapshots',
    (p, v) => `Regression tests of the ${p} compare ${v}`,
    (p, v) => `The regression tests of the ${p} compare ${v}`,
  ),
  aspect(
    'error',
    'a missing index|a slow disk|lock contention',
    (p, v) => `Queries of the ${p} were slow because of ${v}`,
    (p, v) => `Because of ${v}, queries of the ${p} were slow`,
  ),
  aspect(
    'error',
    'an expired certificate|a full queue|a bad deploy',
    (p, v) => `The outage of the ${p} came from ${v}`,
    (p, v) => `${v[0]!.toUpperCase()}${v.slice(1)} caused the outage of the ${p}`,
  ),
  aspect(
    'error',
    'time zones|rounding|encoding',
    (p, v) => `Half of the bugs of the ${p} have to do with ${v}`,
    (p, v) => `Half of the bugs in the ${p} are about ${v}`,
  ),
  aspect(
    'context',
    'the invoice layout|the new permissions|the CSV parser',
    (p, v) => `This sprint the ${p} team works on ${v}`,
    (p, v) => `The ${p} team works on ${v} this sprint`,
  ),
  aspect(
    'context',
    'legal|design|finance',
    (p, v) => `The next step of the ${p} waits for ${v}`,
    (p, v) => `The ${p} waits for ${v} before its next step`,
  ),
  aspect(
    'context',
    'customers in Spain|two large shops|the pilot group',
    (p, v) => `Only ${v} can see the new ${p}`,
    (p, v) => `The new ${p} can be seen by ${v} only`,
  ),
  ...Array.from({ length: 20 }, (_, n) =>
    aspect(
      n % 2 === 0 ? 'fact' : 'pattern',
      'weekly|monthly|daily',
      (p, v) => `${reports[n]} of the ${p} is looked at ${v}`,
      (p, v) => `We look ${v} at the ${reports[n]!.toLowerCase()} of the ${p}`,
    ),
  ),
];

/**
 * Generates `count` notes about different subjects, except for the planted ones: `planted` notes repeat
 * another note in other words, and equally many contradict a note with another value.
 * Every aspect is stated for many parts, so each note has hundreds of look-alikes.
 */
export function decisionNotes(count: number, planted: number): DecisionNote[] {
  const random = createRandom(5);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const places = subjects.flatMap((subject) => aspects.map((about) => ({ subject, about })));
  const singles = count - 2 * planted;
  if (singles > places.length) throw new RangeError(`Expected at most ${places.length + 2 * planted} notes`);
  for (let i = places.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [places[i], places[j]] = [places[j]!, places[i]!];
  }
  const chosen = places
    .slice(0, singles)
    .map(({ subject, about }) => ({ subject, about, value: pick(about.values) }));
  const notes: DecisionNote[] = chosen.map(({ subject, about, value }) => ({
    content: about.say(subject, value),
    type: about.type,
    duplicateOf: null,
    conflictsWith: null,
  }));
  const deciding = chosen.flatMap(({ about }, n) =>
    about.type === 'decision' || about.type === 'preference' ? [n] : [],
  );
  for (let n = 0; n < planted; n++) {
    const { subject, about, value } = chosen[n]!;
    notes.push({
      content: about.again(subject, value),
      type: about.type,
      duplicateOf: n,
      conflictsWith: null,
    });
  }
  for (const n of deciding.filter((place) => place >= planted).slice(0, planted)) {
    const { subject, about, value } = chosen[n]!;
    const other = pick(about.values.filter((each) => each !== value));
    notes.push({
      content: about.again(subject, other),
      type: about.type,
      duplicateOf: null,
      conflictsWith: n,
    });
  }
  return notes;
}
