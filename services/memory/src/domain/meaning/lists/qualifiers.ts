/** Words that limit what is asked about to a part of it. Written for this project (CC0). */
export const LIMITING_WORDS: ReadonlySet<string> = new Set(
  `cheap cheapest cheaper expensive affordable budget free paid premium luxury
  large larger huge big small smaller tiny long short tall heavy light
  new newest latest recent old older vintage used secondhand
  young younger adult adults elderly senior junior kid kids child children baby babies toddler toddlers teenager teenagers
  teen teens beginner beginners advanced professional amateur
  man men woman women male female boy boys girl girls pregnant pregnancy newborn
  online offline mobile desktop remote local global international domestic foreign public private
  wireless portable electric electronic manual automatic digital analog virtual
  vegan vegetarian diabetic diabetics organic raw cooked frozen fresh dried boiled fried canned instant hot cold
  open closed encrypted compressed hidden nested empty sorted linked recursive concurrent parallel async
  part-time full-time temporary permanent annual monthly weekly daily nightly
  severe mild chronic acute hormonal dry oily curly straight natural artificial
  indoor outdoor urban rural tropical wild domesticated seed seeds leaf leaves skin shell
  red blue green yellow orange purple pink brown black white gray golden silver dark bright
  single married divorced female unemployed retired disabled blind deaf
  partial partially conditional dynamic static staging production test testing
  leather wooden wood metal plastic cotton woolen silk glass ceramic steel concrete paper cardboard rubber velvet
  rechargeable disposable reusable refurbished broken leaking rented stolen lost expired
  half double triple multiple several`.split(/\s+/),
);

/** Prepositions that begin a condition: "after pregnancy", "for diabetics", "on a remote server". */
export const LIMITING_PREPOSITIONS: ReadonlySet<string> = new Set(
  'for with without after before during on in at under over inside outside within near around from by using via against among between behind through while as'.split(
    ' ',
  ),
);

/** Content words that limit nothing: they stand in one wording of a question and not in another. */
export const FILLERS: ReadonlySet<string> = new Set(
  `way ways best good better great top easy easiest easily quick quickest quickly fast fastest simple simplest right proper
  properly correct correctly effective effectively efficient efficiently possible real really true truly actual exact exactly
  specific certain particular different various common main basic current currently present general overall
  world earth life lifetime day days time times today nowadays year years moment opinion view experience practice detail
  details english words word question answer reason reasons example examples kind type sort case cases home order
  person people human humans individual anybody guy
  mean means meaning meant define defined definition called name named difference differences differ
  use used uses using make making made get go going do work works working help need needed want take takes taking come
  find found see look start started begin know known understand think consider considered happen happens exist exists
  tip tips advice step steps method methods process thing option options
  free cost fear doubt comparison regard regards terms context fact future past place mind heart end`
    .split(/\s+/)
    .filter((word) => word !== 'free'),
);

/** Fields that a question implies without naming them: "recursion in programming", "sleep at night". Written for this project (CC0). */
export const IMPLIED_FIELDS: ReadonlySet<string> = new Set(
  'programming coding code computing software database databases css html sql http api internet web night bed'.split(
    ' ',
  ),
);

/** Adjectives of praise and degree, which one wording has and another does without. Written for this project (CC0). */
export const PRAISE: ReadonlySet<string> = new Set(
  `favorite favourite famous popular nice perfect ideal ultimate absolute huge major valid following respective own
  good great better amazing awesome interesting wonderful beautiful recommended suitable reliable entire whole complete`.split(
    /\s+/,
  ),
);
