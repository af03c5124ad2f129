import { stemWord } from '../../retrieval/text/stem-word.js';

/**
 * Verbs and nouns that carry a statement without being its topic. Written for this project (CC0).
 */

/** Stand in for any other verb: "we use X for builds", "builds are done with X". */
export const GENERIC_WORDS = words(`
  use uses used using usage be is are do does done doing make makes made making have has had handle handled handling
  manage managed managing go goes set sets setting happen happens take takes taken place work works let lets
  apply applied applies employ rely relies adopt adopted choose chose chosen pick prefer prefers preferred preference
  want wants wanted like likes liked love loves need needs needed must should shall require requires required requirement
  may can could would will might always usually generally currently now also too already still strictly mostly only
  please lasts lasting exchange exchanged any all every each own whole entire overall default defaults value name named call called our thing standard based kind type way side max maximum min minimum limit limited limits cap
  capped most least up allowed long length size number amount per exactly
  better new get gets got come comes provide provided provides become becomes respectively again there automatically
  rule policy convention guideline note important decision decided remember preferably instead rather follow follows followed following
`);

/**
 * Nouns so common that a statement may name them alone without speaking of another thing; where both name one, they
 * are compared as all words are.
 */
export const WEAK_WORDS: ReadonlySet<string> = words(`
  user users team teams project projects service services system systems code people person data item items
`);

/**
 * Verbs that say the same of one thing, one group a line; keyed by stem. Two statements whose verbs share no group speak of two
 * things: "backups are kept" and "backups are started".
 */
export const VERB_GROUPS = groups(`
  keep kept retain retained retention store stored storing live lives stay stays reside hold held save saved locate located put sit sits place lie persist persisted storage
  expire expires expired expiry expiration last lasts live lives valid validity lifetime ttl time lifespan die
  run runs running execute executed execution start starts trigger triggered launch schedule scheduled begin begins perform performed happen kick take work
  write writes written wrote build builds built implement implemented develop developed create created code coded generate generated make program
  manage managed describe described define defined provision provisioned organise organised install installed installing handle maintain maintained orchestrate orchestrated orchestration
  send sends sent ship ships shipped deliver delivered forward forwarded push pushed publish published report reported post go transmit stream
  host hosts hosted hosting deploy deploys deployed deployment run runs serve served serving live
  track tracks tracked tracking collect collected record recorded gather live report reported handle
  show shows shown display displays displayed render rendered present presented appear appears visualise draw drawn plot plotted
  call called name named title titled
  follow follows followed adhere stick conform use obey start starts begin
  remove removed delete deleted drop dropped erase clear cleared clean cleaned purge
  update updates updated upgrade upgrades bump bumped refresh
  sort sorts sorted sorting order orders ordered ordering rank ranked arrange arranged
  exchange go goes send pass passes communicate communication talk talks travel flow
  log logs sign signs login signin authenticate
  pay paid due payable settle
  hold held take takes place occur occurs meet meets
  retry retries retried retrying attempt attempts attempted
  change changes rotate rotates rotated switch
  sync synchronise synchronised synchronize synchronized replicate mirror
  bundle bundles bundled bundling build built package packaged compile compiled
  style styles styled styling
  lead leads led head heads own owns owner owned run runs responsible maintain maintains
  wear put dress
  listen listens run runs bind binds expose exposes serve
  check checks checked commit commits committed include included
  design designs designed draw drawn make made create created
  support supports supported supporting target targets targeted require
  return returns returned respond answer respond
  open opens start starts begin begins
  grow grows rise rises
  shrink shrinks fall falls
  end ends stop stops finish finishes close closes
  enforce enforced require mandatory check
  encrypt encrypted hash hashed
  test tests tested testing
  cut made create release released tag tagged
  accept accepts allow allows permit permits tolerate tolerated
  version versioned versioning
  split divided divide separate
  number numbered
  see view read
  enter entered provide supply
  stop abort fail block
  charge charges charged bill bills billed
  review reviews reviewed reviewer approve approved approval approvals
  drink drinks take takes
  address addressed
  eat eats
`);

/** Nouns and adjectives that name one thing, one group a line. Keyed by stem. */
export const SYNONYM_GROUPS = groups(`
  repo repos repository repositories
  docs doc documentation documents document
  config configuration configurations settings
  db database databases
  auth authentication
  pr prs pull request requests
  ci continuous integration
  env environment
  app apps application applications
  js javascript
  ts typescript
  py python
  admin administrator administration
  msg message messages
  answer answers reply replies response responses
  bug bugs defect defects
  test tests testing suite
  timeout time
  editor ide
  colour color colours colors
  picture pictures image images photo photos
  ticket tickets issue issues
  client clients
  infra infrastructure
  dependency dependencies deps package packages
  deploy deploys deployment deployments rollout
  directory folder directories folders
  login signin
  function functions method methods
  dev developer developers
  person people
  retro retros retrospective
  standup standups
  quick quickly fast
  enough sufficient
  memory ram
  log logs logging logger
  error errors exception exceptions
  backup backups
  reviewer reviewers review reviews approval approvals
  brief short concise
  field fields column columns
  width wide
  height high tall
  depth deep
  key keys
  type types typing
  warehouse
  synchronous synchronously
  asynchronous asynchronously
  home
  job jobs task tasks
  check checks validation validate validated validates
  service services
  startup start boot launch
  nightly night
  invoice invoices invoicing
  translation translations
  secret secrets credential credentials
  upload uploads uploaded
`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

function groups(list: string): ReadonlyMap<string, ReadonlySet<number>> {
  const byWord = new Map<string, Set<number>>();
  for (const [group, line] of list.trim().split('\n').entries()) {
    for (const word of line.trim().split(/\s+/)) {
      const stem = stemWord(word) || word;
      byWord.set(stem, (byWord.get(stem) ?? new Set()).add(group));
    }
  }
  return byWord;
}
