/**
 * Pairs of words of which one cannot stand for the other: opposites, and partners that are asked about in the same
 * words ("symptoms" and "causes", "authentication" and "authorization"). Written for this project (CC0); common
 * prefixes (un-, dis-, non-) are found by rule, see antonyms.ts.
 */
export const ANTONYM_PAIRS = `
  enable/disable activate/deactivate on/off add/remove add/delete add/drop add/subtract insert/delete
  insert/remove create/delete create/destroy create/drop build/destroy attach/detach mount/unmount
  install/uninstall register/unregister register/deregister subscribe/unsubscribe follow/unfollow
  like/unlike like/dislike love/hate friend/enemy lock/unlock block/unblock block/allow allow/deny
  allow/forbid allow/prohibit allow/disallow allow/ban permit/forbid permit/deny permit/prohibit
  accept/reject accept/decline accept/refuse approve/reject approve/deny grant/revoke grant/deny open/close
  opened/closed start/stop start/end start/finish begin/end begin/finish resume/pause play/pause launch/stop
  import/export upload/download encrypt/decrypt encode/decode compress/decompress compress/extract zip/unzip
  pack/unpack wrap/unwrap serialize/deserialize marshal/unmarshal parse/format ascending/descending asc/desc
  increase/decrease increase/reduce raise/lower raise/reduce rise/fall gain/lose grow/shrink expand/collapse
  expand/contract extend/shorten widen/narrow accelerate/decelerate accelerate/brake maximize/minimize
  maximise/minimise maximum/minimum max/min most/least more/less more/fewer many/few higher/lower high/low
  upper/lower top/bottom above/below over/under up/down upward/downward upstairs/downstairs left/right
  front/back forward/backward ahead/behind before/after pre/post early/late earlier/later earliest/latest
  first/last oldest/newest old/new old/young ancient/modern past/future previous/next yesterday/tomorrow
  succeed/fail success/failure pass/fail win/lose victory/defeat profit/loss benefit/risk benefit/drawback
  benefit/harm advantage/disadvantage pro/con pros/cons positive/negative plus/minus strength/weakness
  merit/demerit asset/liability income/expense revenue/cost buy/sell buyer/seller purchase/sell lend/borrow
  lender/borrower give/take give/receive send/receive sender/receiver sender/recipient push/pull push/pop
  produce/consume producer/consumer include/exclude inclusive/exclusive deposit/withdraw credit/debit
  save/spend save/waste earn/spend employ/fire hire/fire enter/exit enter/leave entry/exit arrive/depart
  arrival/departure join/leave login/logout connect/disconnect online/offline sync/async
  synchronous/asynchronous synchronously/asynchronously parallel/sequential parallel/serial
  concurrent/sequential static/dynamic mutable/immutable constant/variable local/remote local/global
  client/server frontend/backend public/private internal/external inside/outside indoor/outdoor
  indoors/outdoors interior/exterior inner/outer input/output read/write reader/writer readable/unreadable
  get/set show/hide visible/invisible visible/hidden shown/hidden reveal/conceal true/false yes/no
  valid/invalid correct/incorrect right/wrong legal/illegal lawful/unlawful possible/impossible able/unable
  capable/incapable safe/unsafe safe/dangerous safe/harmful secure/insecure healthy/unhealthy sick/healthy
  clean/dirty clean/messy happy/sad happy/unhappy laugh/cry smile/frown alive/dead live/die life/death
  birth/death born/died awake/asleep wake/sleep sit/stand sitting/standing moving/still dry/wet hot/cold
  warm/cool warm/cold heat/cool freeze/melt boil/freeze celsius/fahrenheit summer/winter day/night
  daytime/nighttime morning/evening morning/night sunrise/sunset dawn/dusk light/dark bright/dark bright/dim
  light/heavy black/white big/small large/small big/little huge/tiny giant/tiny long/short tall/short
  thick/thin fat/thin wide/narrow broad/narrow deep/shallow fast/slow quick/slow quickly/slowly rapid/slow
  easy/hard easy/difficult simple/complex simple/complicated hard/soft rough/smooth sharp/blunt strong/weak
  tight/loose tighten/loosen full/empty fill/empty rich/poor wealthy/poor cheap/expensive free/paid good/bad
  good/evil better/worse best/worst improve/worsen improve/degrade upgrade/downgrade promote/demote
  increment/decrement major/minor senior/junior expert/beginner expert/novice teacher/student teach/learn
  doctor/patient parent/child mother/father mom/dad son/daughter brother/sister husband/wife
  boyfriend/girlfriend uncle/aunt king/queen prince/princess man/woman men/women boy/girl male/female
  masculine/feminine gentleman/lady guy/girl north/south northern/southern east/west eastern/western
  always/never everyone/nobody everybody/nobody everything/nothing always/sometimes often/rarely
  frequently/rarely usually/rarely mandatory/optional required/optional required/forbidden
  compulsory/voluntary compulsory/optional manual/automatic manually/automatically explicit/implicit
  direct/indirect directly/indirectly singular/plural single/multiple single/married odd/even
  prime/composite rational/irrational finite/infinite linear/nonlinear horizontal/vertical
  horizontally/vertically row/column parent/children ancestor/descendant master/slave leader/follower
  primary/secondary primary/replica lead/lag cause/prevent cause/cure cause/effect attack/defend
  attack/defense offense/defense guilty/innocent agree/disagree keep/discard keep/remove keep/drop
  keep/delete retain/discard preserve/destroy protect/destroy remember/forget find/lose found/lost
  lift/lower ask/answer question/answer request/response problem/solution theory/practice
  theoretical/practical fact/fiction real/fake real/imaginary natural/artificial organic/synthetic
  raw/cooked fresh/stale fresh/rotten ripe/unripe sweet/sour sweet/bitter loud/quiet noisy/quiet
  noisy/silent calm/angry brave/afraid proud/ashamed polite/rude honest/dishonest lucky/unlucky
  optimistic/pessimistic optimist/pessimist introvert/extrovert shy/outgoing active/inactive active/passive
  busy/idle present/absent available/unavailable known/unknown familiar/unfamiliar normal/abnormal
  regular/irregular common/rare popular/unpopular similar/different same/different equal/unequal
  together/apart combine/separate merge/split join/split mixed/separate united/divided attract/repel
  near/far arrive/leave rise/set ascend/descend climb/descend float/sink land/takeoff freeze/thaw
  inheritance/composition sufficient/insufficient enough/insufficient complete/incomplete
  finished/unfinished done/pending allowlist/denylist whitelist/blacklist eager/lazy eagerly/lazily
  strict/lenient strict/loose stateful/stateless blocking/nonblocking persistent/temporary
  permanent/temporary permanently/temporarily forever/temporarily durable/volatile verbose/quiet
  verbose/silent legacy/modern stable/unstable stable/experimental signed/unsigned tracked/ignored
  ignore/respect ignored/respected obey/ignore centralized/decentralized centralised/decentralised
  monolith/microservice tabs/spaces prefix/suffix uppercase/lowercase vegetarian/carnivore
  undergraduate/graduate undergraduate/postgraduate bachelor/master democrat/republican capitalism/communism
  liberal/conservative fiction/nonfiction prey/predator host/guest winner/loser employer/employee
  landlord/tenant supply/demand inflation/deflation exporter/importer acid/base acidic/basic
  endothermic/exothermic anode/cathode proton/electron conductor/insulator series/parallel ac/dc
  overt/covert abstract/concrete objective/subjective qualitative/quantitative inductive/deductive
  micro/macro supervised/unsupervised swallow/propagate swallow/raise push/fetch commit/revert merge/revert
  minify/prettify obfuscate/deobfuscate escape/unescape bind/unbind freeze/unfreeze archive/unarchive
  archive/restore backup/restore delete/restore delete/recover delete/undelete remove/restore remove/recover
  delete/save pin/unpin mute/unmute hide/unhide flag/unflag tag/untag link/unlink stage/unstage
  subscribe/cancel renew/cancel start/cancel buy/cancel cancel/resume undo/redo undo/do stash/apply
  stash/pop allocate/free acquire/release reserve/cancel book/cancel check/uncheck select/deselect
  select/unselect load/unload load/save load/store fold/unfold indent/outdent indent/dedent stringify/parse
  dump/restore dump/load inflate/deflate inline/extract hash/unhash publish/unpublish
  deploy/rollback deploy/undeploy upgrade/rollback prepend/append forward/reverse clockwise/counterclockwise
  clockwise/anticlockwise prod/dev production/development production/staging staging/development
  debug/release alpha/beta draft/published symmetric/asymmetric synchronous/async sync/asynchronous
  nullable/required unicast/multicast unicast/broadcast tcp/udp http/https get/post post/put ipv4/ipv6
  ssd/hdd ram/rom cpu/gpu sql/nosql jpg/png int/float latitude/longitude width/height padding/margin
  rows/columns numerator/denominator encourage/discourage attract/deter connect/sever engage/disengage
  appear/disappear approve/disapprove obey/disobey trust/distrust inhale/exhale ingest/excrete
  immigrate/emigrate immigrant/emigrant immigration/emigration bullish/bearish bull/bear surplus/deficit
  wholesale/retail gross/net inbound/outbound incoming/outgoing upstream/downstream proponent/opponent
  ally/enemy hero/villain protagonist/antagonist war/peace heaven/hell god/devil angel/devil
  stalactite/stalagmite concave/convex convergent/divergent converge/diverge osmosis/diffusion
  mitosis/meiosis artery/vein arteries/veins herbivore/carnivore vertebrate/invertebrate nocturnal/diurnal
  introverts/extroverts sunny/rainy overweight/underweight overestimate/underestimate overrated/underrated
  oversleep/undersleep overvalued/undervalued hypertension/hypotension hyperthyroidism/hypothyroidism
  hyperglycemia/hypoglycemia benign/malignant acute/chronic breakfast/dinner breakfast/lunch lunch/dinner
  weekday/weekend weekdays/weekends noon/midnight am/pm nephew/niece grandfather/grandmother
  grandson/granddaughter grandpa/grandma groom/bride widow/widower bull/cow rooster/hen actor/actress
  waiter/waitress stepfather/stepmother sons/daughters boys/girls males/females he/she him/her his/her
  himself/herself cats/dogs cat/dog tea/coffee plaintiff/defendant prosecution/defense convict/acquit
  arrest/release atheist/believer theist/atheist secular/religious interviewer/interviewee trainer/trainee
  payer/payee mentor/mentee caller/callee caller/receiver franchisor/franchisee
  inherit/override opaque/transparent foreground/background portrait/landscape hardware/software
  firmware/hardware backup/original source/destination source/target origin/destination src/dst
  publisher/subscriber multiply/divide multiplication/division addition/subtraction
  differentiate/integrate derivative/integral minimal/maximal fewest/most ceiling/floor
  built/demolished build/demolish construct/demolish founded/dissolved founded/abolished elected/defeated
  introduced/abolished symptom/cause symptom/treatment symptom/cure cause/treatment cause/remedy
  cause/prevention treatment/prevention cause/consequence cause/solution advantage/drawback pro/drawback
  advantage/risk benefit/disadvantage pros/disadvantages departure/landing board/disembark ascent/descent
  boarding/landing strengthen/weaken harden/soften lengthen/shorten thicken/thin brighten/darken
  deepen/shallow gain/burn fatten/slim flammable/inflammable edible/inedible legible/illegible moral/immoral
  ethical/unethical literate/illiterate logical/illogical mature/immature patient/impatient
  perfect/imperfect polite/impolite loyal/disloyal employed/unemployed married/unmarried married/divorced
  pregnant/infertile certain/uncertain conscious/unconscious fair/unfair necessary/unnecessary
  reversible/irreversible relevant/irrelevant responsible/irresponsible resistible/irresistible
  replaceable/irreplaceable verified/unverified paid/unpaid read/unread sorted/unsorted
  structured/unstructured weighted/unweighted bounded/unbounded balanced/unbalanced ordered/unordered
  managed/unmanaged root/rootless privileged/unprivileged authenticated/anonymous
  authenticated/unauthenticated authorized/unauthorized authentication/authorization interpreted/compiled
  typed/untyped statically/dynamically strongly/weakly imperative/declarative procedural/functional
  entire/partial full/partial fully/partially accepted/rejected approved/rejected won/lost
  bought/sold raised/lowered increased/decreased started/stopped enabled/disabled allowed/forbidden
  alive/extinct extant/extinct endangered/extinct vegetarian/nonvegetarian quit/start quit/join resign/join
  hired/fired kept/removed overcook/undercook defrost/freeze frozen/fresh sisters/brothers
  introvert/extravert theism/atheism forgive/blame confess/deny admit/deny encode/decipher
  reward/punish reward/punishment praise/criticize praise/insult lazy/diligent lazy/hardworking
  stingy/generous greedy/generous humble/arrogant modest/arrogant coward/brave cowardly/brave ugly/beautiful
  ugly/handsome pretty/ugly smart/stupid smart/dumb intelligent/stupid clever/stupid wise/foolish
  sober/drunk
  during/before during/after since/until parent/child
`;
