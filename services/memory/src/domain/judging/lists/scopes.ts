/**
 * Words that say where, when or for whom a statement holds. Two statements of two scopes do not conflict, and one for
 * a scope is the exception of one for all. Written for this project (CC0).
 */

/** Scopes wherever they stand. */
export const SCOPE_WORDS: ReadonlyMap<string, string> = bySynonym(`
  production prod
  staging stage
  development dev
  locally local laptop laptops
  sandbox
  preview previews
  nightly-build
  beta alpha canary
  eu europe
  us usa america
  apac asia
  android
  ios
  macos mac
  desktop
  enterprise
  premium
  trial
  weekend weekends
  weekday weekdays
  holiday holidays
  today
  yesterday
  tomorrow
  previously formerly
`);

/** Scopes behind "in", "on", "for", "during", "at", "under", "outside": elsewhere they may be the topic itself. */
export const SCOPE_PLACES: ReadonlyMap<string, string> = bySynonym(`
  test tests testing
  ci pipeline
  release releases
  demo demos
  web
  mobile
  windows
  linux
  free
  paid pro
  migration
  summer
  winter
  spring
  autumn fall
  sprint
  emergencies emergency
  exports export
  emails email
  hotfixes hotfix
  prototypes prototype
  scripts script
  benchmarks benchmark
  debugging debug
  legacy
`);

/** Nouns before a number that names a thing instead of counting: "step 2", "ADR 7", "sprint 12". */
export const LABEL_WORDS: ReadonlySet<string> = new Set(
  `step adr sprint incident issue ticket phase chapter part section rule decision task bug pr build run attempt week
  day page line row figure table milestone level option item case question lesson episode season room rfc story epic
  iteration host runner node-id shard replica worker team group batch round game match session appendix article
  paragraph note experiment trial exercise unit volume book season test tests`.split(/\s+/),
);

/** What has a date of its own, so that another date is another decision. */
export const DATED_WORDS: ReadonlySet<string> = new Set(
  `deadline due launch launches release date birthday start starts begin begins end ends golive live milestone expiry
  expires wedding anniversary kickoff cutover shutdown sunset opening freeze`.split(/\s+/),
);

function bySynonym(list: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const line of list.trim().split('\n')) {
    const [name, ...others] = line.trim().split(/\s+/) as [string, ...string[]];
    for (const word of [name, ...others]) names.set(word, name);
  }
  return names;
}
