/** All that are given have to hold. An empty word stands for the beginning or end of the sentence. */
export interface Condition {
  readonly before?: ReadonlySet<string>;
  /** Two words before. */
  readonly before2?: ReadonlySet<string>;
  readonly after?: ReadonlySet<string>;
  readonly after2?: ReadonlySet<string>;
  readonly notBefore?: ReadonlySet<string>;
  readonly notAfter?: ReadonlySet<string>;
  /** One of these somewhere in the sentence. */
  readonly sentence?: ReadonlySet<string>;
  readonly tag?: RegExp;
  readonly tagAfter2?: RegExp;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const join = (...sets: ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set(sets.flatMap((set) => [...set]));

const END = new Set(['', '.', ',', '!', '?', ';', ':', '…', '—', '”', ')']);
const START = new Set(['', '“', ';', ':']);
const BE = words("am is are was were be been being 's 're 'm");
const BECOME = words('get gets got gotten getting become becomes became feel feels felt seem seems seemed');
const HAVE = words("have has had having 've 's 'd");
const BEFORE_VERBS = words(
  "to will would can could must should may might shall 'll 'd n't not do does did let please cannot",
);
const PLURAL_SUBJECTS = words('i we you they who people');
const SINGULAR_SUBJECTS = words('he she it who');
const SUBJECTS = join(PLURAL_SUBJECTS, SINGULAR_SUBJECTS);
const ARTICLES = words('a an the his her my your our their this that');
const OBJECTS = words('the a an my your his her our their it them us me him all');
const DEGREES = words('very extremely so too most quite pretty really how as perfectly incredibly');

const LEADEN = words(
  'pipe pipes paint paints poisoning bullet bullets acid glass shot pencil pencils ore mine mines mining exposure dust solder ' +
    'free based contamination shielding sinker sinkers foil sheet sheets roof battery batteries crystal weight weights ion oxide ' +
    'apron aprons crisis pellet pellets plate plates lining content concentration concentrations additive additives brick bricks tetroxide melts',
);
const METALS = words(
  'zinc copper tin mercury arsenic molten metallic unleaded contains contain contained containing',
);
const POISON = words(
  'toxic metal metals poisonous zinc copper mercury arsenic melts molten element radioactive',
);
const FISH = words(
  'fish sea fishing fisherman caught catch river lake bait lure largemouth smallmouth striped trout salmon perch grilled fried pond',
);
const SHIP = words('ship boat stern vessel deck hull waves prow');
const CLOTH = words(
  'fabric paper cloth shirt jeans dress muscle ligament tendon wear canvas curtain rotator meniscus page sail',
);
const TINY = words(
  'details detail amount amounts particles particle differences difference traces trace quantities quantity changes variations ' +
    'examination inspection adjustments fraction cracks print',
);
const HABITS = words('always usually often sometimes every daily regularly rarely generally');
const FINISHED = words('yesterday ago last already once earlier previously');

/** Where the metal is found. */
const LEADEN_PLACES = words(
  'pipes pipe paint water blood soil gasoline petrol toys plumbing solder glaze makeup',
);
const GOLF = words(
  'golf golfer golfers golfing birdie birdies par bogey bogeys eagle hole holes tee pga fairway caddie caddy putter putters putt putts club',
);
const PERSONS = words(
  'parent parents mother father man men woman women couple person people lady ladies gentleman grandmother grandfather aunt uncle king queen ' +
    'relative relatives monk nun priest widow care neighbour neighbor servant population patients patient residents professor dog',
);

interface Row {
  readonly word: string;
  readonly phonemes: string;
  readonly when: Condition;
}

const row = (word: string, phonemes: string, when: Condition = {}): Row => ({ word, phonemes, when });

/** The first row that holds counts. A word that no row fits is said as its tag has it in the gold lexicon. */
const ROWS: readonly Row[] = [
  row('lead', 'lˈɛd', { after: LEADEN }),
  row('lead', 'lˈɛd', { before: METALS }),
  row('lead', 'lˈɛd', { after: words('and or'), after2: METALS }),
  row('lead', 'lˈɛd', {
    before: words('of'),
    before2: words('made it piece pound pounds traces levels sheets bars'),
    after: END,
  }),
  row('lead', 'lˈɛd', { sentence: POISON, tag: /^NN/ }),
  row('lead', 'lˈɛd', {
    before: words('no of some with without'),
    sentence: words('pencil pencils pipe pipes paint plumbing gasoline'),
  }),

  row('lead', 'lˈɛd', { before: words('pencil graphite molten tetraethyl leaded') }),
  row('lead', 'lˈɛd', {
    after: words('in'),
    sentence: LEADEN_PLACES,
    notBefore: join(SUBJECTS, BEFORE_VERBS),
  }),
  row('lead', 'lˈɛd', {
    after: words('broke breaks snapped snaps'),
    sentence: words('pencil pencils point tip sharpener'),
  }),
  row('leads', 'lˈɛdz', { before: words('pencil graphite') }),

  row('aged', 'ˈAʤɪd', { after: PERSONS }),
  row('aged', 'ˈAʤɪd', { before: words('the'), after: join(END, words('and need are have who were in')) }),
  row('aged', 'ˈAʤɪd', {
    before: BE,
    after: words('and'),
    after2: words('frail infirm weak sick blind feeble'),
  }),
  row('aged', 'ˈAʤd'),

  row('putting', 'pˈʌTɪŋ', {
    after: words('green greens stroke strokes surface surfaces contest average practice mat game'),
  }),
  row('putting', 'pˈʌTɪŋ', {
    sentence: GOLF,
    notAfter: join(OBJECTS, words('on up out together in down pressure more so')),
  }),
  row('putting', 'pˈʊTɪŋ'),

  row('dogged', 'dˈɔɡd', { after: words('him her me us them you his my the their our by') }),
  row('dogged', 'dˈɔɡɪd'),
  row('ragged', 'ɹˈæɡɪd'),
  row('jagged', 'ʤˈæɡɪd'),
  row('rugged', 'ɹˈʌɡɪd'),
  row('crooked', 'kɹˈʊkɪd'),
  row('wretched', 'ɹˈɛʧɪd'),
  row('blessed', 'blˈɛsɪd', {
    after: words(
      'relief virgin sacrament mother event memory trinity lord name soul art thing day are is assurance',
    ),
    notBefore: join(BE, SUBJECTS, BECOME),
  }),
  row('blessed', 'blˈɛst'),
  row('beloved', 'bəlˈʌvɪd', { before: ARTICLES }),
  row('beloved', 'bəlˈʌvɪd', { before: words('dearly most') }),
  row('cursed', 'kˈɜɹst', { before: join(SUBJECTS, BE, HAVE, BECOME) }),

  row('frequent', 'fɹikwˈɛnt', { before: join(PLURAL_SUBJECTS, BEFORE_VERBS), after: OBJECTS }),
  row('appropriate', 'əpɹˈOpɹiˌAt', {
    before: BEFORE_VERBS,
    tag: /^VB/,
    notBefore: words("n't not do does did"),
  }),
  row('delegate', 'dˈɛləɡˌAt', { before: START, notAfter: END }),
  row('mouth', 'mˈWð', { before: BEFORE_VERBS, after: join(OBJECTS, words('words off')) }),
  row('moped', 'mˈOpˌɛd', { before: join(ARTICLES, words('ride rode riding electric by')) }),
  row('vie', 'vˈi', { before: words('la') }),
  row('voyage', 'vwɑjˈɑʒ', { before: words('bon') }),
  row('vin', 'vˈæn', { before: words('au') }),
  row('ne', 'nə', { before: words('je') }),
  row('de', 'də', {
    before: words('joie tour coup fin crème creme raison chef carte eau nom esprit beau cri'),
  }),
  row('sake', 'sˈɑki', { after: words('bottle bottles bomb bombs cup cups brewery bar') }),
  row('sake', 'sˈɑki', { before: words('hot warm cold drink drank drinking japanese') }),
  row('nice', 'nˈis', { before: words('in to from near'), after: join(END, words('and')) }),
  row('reading', 'ɹˈɛdɪŋ', {
    before: words('in near from to'),
    after: words(','),
    after2: words('berkshire england pennsylvania pa'),
  }),

  row('bass', 'bˈæs', { sentence: FISH }),
  row('bass', 'bˈAs'),

  row('bow', 'bˈO', { after: words('and tie ties'), after2: words('arrow arrows') }),
  row('bow', 'bˈO', { after: words('tie ties string') }),
  row('bow', 'bˈW', { sentence: SHIP }),
  row('bow', 'bˈW', { before: words('take took takes taking final deep polite slight') }),
  row('bow', 'bˈW', { before: words('a the his her'), before2: words('took takes take gave') }),
  row('bow', 'bˈW', { after: words('down out before') }),
  row('bows', 'bˈWz', { before: SINGULAR_SUBJECTS }),
  row('bows', 'bˈWz', { sentence: SHIP }),
  row('bowed', 'bˈWd', { after: words('head heads deeply down low to his her their out before and') }),
  row('bowed', 'bˈWd', { before: SUBJECTS }),

  row('tear', 'tˈɛɹ', { sentence: CLOTH }),
  row('tear', 'tˈɛɹ', { after: words('down up apart off open') }),
  row('tears', 'tˈɛɹz', { before: SINGULAR_SUBJECTS }),
  row('tears', 'tˈɛɹz', { after: words('apart down up') }),

  row('wind', 'wˈInd', { before: words('to will would'), notAfter: words('power speed energy and of') }),
  row('wind', 'wˈInd', { before: BEFORE_VERBS, after: words('up down') }),
  row('wind', 'wˈInd', { before: START, after: OBJECTS }),
  row('wound', 'wˈWnd', {
    before: BE,
    sentence: words('clock watch spring yarn thread rope coil tape wire'),
  }),
  row('wound', 'wˈWnd', { after: words('up down around through its their back'), notBefore: ARTICLES }),
  row('wound', 'wˈund', { before: join(ARTICLES, words('open gunshot flesh bullet knife stab')) }),

  row('minute', 'mInˈut', { after: TINY }),
  row('minute', 'mInˈut', { before: DEGREES }),

  row('read', 'ɹˈɛd', { before: join(HAVE, BE, words('well widely')) }),
  row('read', 'ɹˈɛd', { before: words("never ever just already n't not"), before2: HAVE }),
  row('read', 'ɹˈɛd', { before: SUBJECTS, before2: words('have has had') }),
  row('read', 'ɹˈid', { before: SUBJECTS, before2: BEFORE_VERBS }),
  row('read', 'ɹˈid', { before: BEFORE_VERBS }),
  row('read', 'ɹˈid', { tag: /^(?:VB|NN.*)$/ }),
  row('read', 'ɹˈid', { before: PLURAL_SUBJECTS, sentence: HABITS }),
  row('read', 'ɹˈɛd', { before: SINGULAR_SUBJECTS }),
  row('read', 'ɹˈɛd', { sentence: FINISHED }),
  row('read', 'ɹˈɛd', { tag: /^VBD$/ }),
  row('read', 'ɹˈid', { tag: /^VB[PZ]$/ }),

  row('used', 'jˈuzd', { before: BE, after: words('to'), tagAfter2: /^VB$/ }),
  row('used', 'jˈust', { after: words('to') }),
  row('used', 'jˈuzd'),

  row('use', 'jˈuz', { before: START, notAfter: words('of case cases') }),

  row('close', 'klˈOs', { before: join(BE, words('come came stay stays comes')), after: words('to') }),
  row('close', 'klˈOs', { before: DEGREES }),

  row('live', 'lˈIv', { before: join(BE, words('go goes went going')) }),
  row('live', 'lˈIv', { after: words('music stream broadcast show audience wire performance concert') }),
  row('live', 'lˈIv', {
    after: words('on'),
    after2: words('t tv air stage television radio camera youtube twitch'),
  }),
  row('live', 'lˈɪv', { before: join(BEFORE_VERBS, PLURAL_SUBJECTS) }),
  row('lives', 'lˈɪvz', { before: SINGULAR_SUBJECTS }),
  row('lives', 'lˈIvz', { before: words('our their your many nine lost save saved saving the') }),

  row('content', 'kəntˈɛnt', { before: join(BE, BECOME, words('very quite perfectly not so more')) }),
  row('content', 'kəntˈɛnt', {
    before: words('her him me us them you'),
    before2: words('made make makes making keep keeps kept'),
  }),
  row('content', 'kəntˈɛnt', { after: words('oneself himself herself themselves') }),

  row('resume', 'ɹˈɛzəmˌA', { before: words('my your his her their our a the this updated attached') }),
  row('resumes', 'ɹˈɛzəmˌAz', { before: words('my your their our the these and') }),
  row('excuse', 'ɪkskjˈuz', {
    after: words('me us my him her the our them'),
    notBefore: words('an the no any that this poor lame good'),
  }),
  row('separate', 'sˈɛpəɹˌAt', { before: BEFORE_VERBS, after: words('the into from and') }),
  row('entrance', 'ɪntɹˈæns', { after: words('me him us them you') }),
  row('protest', 'pɹətˈɛst', { before: join(BEFORE_VERBS, PLURAL_SUBJECTS) }),
  row('house', 'hˈWz', { before: START, after: words('the them us all') }),
  row('polish', 'pˈɑlɪʃ', { before: START, after: OBJECTS }),
  row('dove', 'dˈOv', {
    after: words('into in off under headfirst down right straight deep'),
    notBefore: words('a the'),
  }),
  row('dove', 'dˈʌv'),
  row('row', 'ɹˈW', {
    before: words('a'),
    before2: words('had having have'),
    after: words('with about over'),
  }),
  row('row', 'ɹˈW', { before: words('furious blazing heated terrible huge') }),
  row('sow', 'sˈO', { after: words('seeds seed the') }),
  row('sow', 'sˈO', { before: BEFORE_VERBS }),
  row('does', 'dˈOz', { before: words('bucks stags fawns two three four several') }),
  row('does', 'dˈOz', { after: words('and'), after2: words('bucks stags fawns') }),
  row('does', 'dˈOz', { before: words('and'), before2: words('bucks stags') }),
  row('number', 'nˈʌməɹ', { before: words('even'), before2: BE }),
  row('learned', 'lˈɜɹnɪd', {
    after: words('man woman professor scholar friend judge men journal society colleague'),
  }),
  row('learned', 'lˈɜɹnd'),
  row('invalid', 'ˈɪnvəlɪd', { before: words('an the'), after: END }),
  row('invalid', 'ɪnvˈælɪd'),
  row('august', 'ɔɡˈʌst', { tag: /^JJ/ }),
  row('axes', 'ˈæksˌiz', { before: words('x y both vertical horizontal coordinate') }),
  row('axes', 'ˈæksᵻz'),
];

/** By the word in lower case. */
export const HETERONYMS: ReadonlyMap<string, readonly Row[]> = grouped();

function grouped(): Map<string, Row[]> {
  const byWord = new Map<string, Row[]>();
  for (const entry of ROWS) byWord.set(entry.word, [...(byWord.get(entry.word) ?? []), entry]);
  return byWord;
}
