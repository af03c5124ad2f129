import { stemWord } from '../../retrieval/text/stem-word.js';
import { PLACES } from './places.js';
import { TOOL_CATEGORIES } from './tools.js';

/**
 * Sets of words of which one never stands for another. A question about one member is another question when asked
 * about a different member. Written for this project (CC0).
 */
const CATEGORIES: Readonly<Record<string, string>> = {
  month: `january/jan february/feb march april/apr may june/jun july/jul august/aug september/sep/sept october/oct november/nov
    december/dec`,
  weekday: 'monday/mon tuesday/tue wednesday/wed thursday/thu friday/fri saturday sunday',
  season: 'spring summer autumn/fall winter monsoon',
  colour: `red blue green yellow orange purple pink brown black white gray silver gold golden violet turquoise
    beige`,
  period: 'daily weekly biweekly monthly quarterly yearly/annually hourly nightly',
  meal: 'breakfast lunch dinner supper brunch',
  planet: 'mercury venus earth mars jupiter saturn uranus neptune pluto moon sun',
  body: `eye/eyes ear/ears nose mouth tooth/teeth tongue lip/lips hair skin neck shoulder arm elbow wrist hand/hands finger/fingers thumb
    chest breast back stomach/belly hip leg knee ankle foot/feet toe/toes heart liver kidney lung brain face thigh`,
  animal: `dog/dogs cat/cats horse/horses cow/cows pig/pigs sheep goat chicken duck bird/birds fish snake/snakes spider/spiders rabbit hamster mouse rat lion tiger bear wolf elephant monkey shark whale dolphin`,
  food: `rice bread pasta potato/potatoes tomato/tomatoes onion garlic egg/eggs milk cheese butter beef pork
    chicken fish apple banana orange lemon sugar salt honey coffee tea beer wine water juice chocolate yogurt oats
    avocado beans carrots spinach`,
  relative: `mother/mom father/dad sister brother son daughter wife husband uncle aunt cousin nephew niece grandmother/grandma
    grandfather/grandpa girlfriend boyfriend`,
  subject: `math physics chemistry biology history geography economics philosophy psychology law
    medicine sociology astronomy geology`,
  instrument: 'piano guitar violin drums flute trumpet saxophone cello ukulele bass',
  sport: `football/soccer basketball baseball tennis cricket hockey golf volleyball rugby badminton swimming chess
    boxing`,
  religion: `christianity/christian/christians/catholic/catholics/protestant islam/muslim/muslims/islamic hinduism/hindu/hindus
    buddhism/buddhist/buddhists judaism/jew/jews/jewish sikhism/sikh/sikhs jainism/jain atheism/atheist/atheists`,
  compass: 'north/northern south/southern east/eastern west/western left right',
  shape: 'circle square triangle rectangle sphere cube cylinder cone pyramid hexagon',
  organisation: `google facebook microsoft apple amazon netflix twitter instagram whatsapp snapchat uber tesla ibm intel
    samsung oracle youtube linkedin quora reddit tumblr pinterest tinder paypal ebay flipkart walmart tcs infosys wipro
    accenture deloitte airbnb spotify skype telegram yahoo bing gmail hotmail outlook tiktok discord slack`,
  device: 'iphone ipad macbook imac laptop desktop tablet television xbox playstation kindle',
  environment: 'production/prod staging development/dev testing sandbox preview',
  plan: 'free paid enterprise premium trial pro',
  side: 'frontend backend client server',
  exam: `gre gmat sat act toefl ielts upsc/ias/ips ssc cat jee neet gate clat aipmt bitsat lsat mcat ca cfa cma acca
    nda cds`,
  degree: 'bachelor/bachelors master/masters phd mba btech mtech bsc msc bca mca ms bcom mcom',
  vehicle: 'car/cars motorcycle truck bus train plane/airplane boat/ship bicycle/bike scooter helicopter',
  part: 'file directory row column table string integer float boolean array list dictionary',
  signal: 'sigterm sigkill sigint sighup sigstop sigquit',
  zodiac: 'aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius pisces',
  metal:
    'iron steel copper gold silver aluminium/aluminum zinc lead tin nickel titanium platinum lithium sodium',
  gas: 'oxygen hydrogen nitrogen helium methane argon neon chlorine ozone',
  illness: `diabetes cancer asthma flu/cold malaria dengue hiv/aids depression anxiety arthritis pneumonia tuberculosis
    migraine hypertension autism adhd epilepsy stroke measles mumps chickenpox covid`,
  vitamin: 'calcium magnesium potassium sodium iron zinc protein fiber/fibre',
  language: `english french german spanish italian portuguese russian chinese/mandarin japanese korean arabic hindi urdu bengali
    tamil telugu marathi gujarati punjabi kannada malayalam sanskrit latin greek turkish dutch swedish norwegian danish
    finnish polish czech hungarian hebrew persian/farsi vietnamese thai cantonese`,
  'part of the day': 'morning noon afternoon evening night midnight',
  day: 'today yesterday tomorrow tonight',
  attribute: `height weight width length depth age price/cost size speed temperature salary population capital currency area
    flag anthem ingredients religion mass`,
  role: `write/wrote/written/writer/author sing/sang/sung/singer direct/directed/director star/starred compose/composed/composer
    paint/painted/painter build/built`,
  ...TOOL_CATEGORIES,
  ...PLACES,
};

/** What is done to a thing; also in other forms ("installing"). */
const ACTIONS = `install update/upgrade restart deploy debug rename copy/clone merge pause resume renew
  compress validate benchmark profile refactor translate print sell rent lend
  write read`;

/** Each word's place in its categories: names of one thing, joined by '/', share a place. */
const MEMBERS: ReadonlyMap<string, ReadonlyMap<string, number>> = readCategories();

/** The categories in which two folded words are different members; empty when they may well mean the same. */
export function sharedCategories(a: string, b: string): string[] {
  const others = MEMBERS.get(b);
  if (others === undefined || areNamesOfOne(a, b)) return [];
  return [...(MEMBERS.get(a) ?? [])].flatMap(([category, place]) => {
    const other = others.get(category);
    return other === undefined || other === place ? [] : [category];
  });
}

/** Whether two folded words are names of one member: "China" and "Chinese", "prod" and "production". */
export function areNamesOfOne(a: string, b: string): boolean {
  const others = MEMBERS.get(b);
  return (
    others !== undefined &&
    [...(MEMBERS.get(a) ?? [])].some(([category, place]) => others.get(category) === place)
  );
}

/** Categories of what is done or asked about, not of things. */
const ABSTRACT: ReadonlySet<string> = new Set([
  'action',
  'role',
  'attribute',
  'period',
  'part',
  'shape',
  'subject',
  'side',
]);

/** Whether a folded word names one of several things, so that it narrows what stands with it: "tomato soup". */
export function namesThing(word: string): boolean {
  return [...(MEMBERS.get(word)?.keys() ?? [])].some((category) => !ABSTRACT.has(category));
}

/** Whether a folded word belongs to any category: it then names one thing among others of its kind. */
export function isCategoryMember(word: string): boolean {
  return MEMBERS.has(word);
}

function readCategories(): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const members = new Map<string, Map<string, number>>();
  const add = (word: string, category: string, place: number): void => {
    members.set(word, (members.get(word) ?? new Map()).set(category, place));
  };
  for (const [category, words] of Object.entries(CATEGORIES)) {
    for (const [place, names] of words.trim().split(/\s+/).entries()) {
      for (const word of names.split('/')) add(word, category, place);
    }
  }
  for (const [place, names] of ACTIONS.split(/\s+/).entries()) {
    for (const word of names.split('/'))
      for (const form of [word, stemWord(word)]) add(form, 'action', place);
  }
  return members;
}
