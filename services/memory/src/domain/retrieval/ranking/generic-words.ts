/**
 * Porter stems of what people say in any conversation whatever it is about. A turn made of them ("Wow, that's
 * great! So glad you had fun!") reacts to news rather than telling it, and seldom answers a question.
 *
 * Written by hand after reading the commonest words of the LoCoMo-dev turns.
 */
export const GENERIC_STEMS: ReadonlySet<string> = new Set(
  `
  absolut alwai amaz anyon anyth appreci awesom back beauti best better big bring chang chat come cool congrat
  congratul day definit enjoi enjoy even ever everi everyon everyth excit experi fan feel felt find found friend
  fun give glad go gonna good got great guy happi hard hear hei help hey hi hope im imagin import incred inspir
  journei keep kind know last late learn let life like long look lot love luck made make mani mean mind moment
  much need never new next nice oh ok one part passion peopl perfect person photo pic pictur posit power pretti
  proud realli recent remind right same say see sens share someon someth sound special start stai still stuff
  super support sure take talk tell thank thing think thought time total tri truli try understand use wai want
  way week well wish wonder word work world wow ya yeah year yep yes
  `
    .split(/\s+/)
    .filter((stem) => stem !== ''),
);
