import arpabetData from './arpabet.json' with { type: 'json' };

/** ARPAbet of CMUdict in the alphabet of the voices. Vowels have a stress digit. */
const VOWELS: Readonly<Record<string, string>> = arpabetData.vowels;
const CONSONANTS: Readonly<Record<string, string>> = arpabetData.consonants;
const STRESS = ['', 'ˈ', 'ˌ'];
const UNSTRESSED: Readonly<Record<string, string>> = { AH: 'ə', ER: 'əɹ' };

/** Converts "EH1 R AH0 N # name" to "ˈɛɹən". Throws if a symbol is not ARPAbet. */
export function phonemesOfArpabet(line: string): string {
  const sounds = line.split('#', 1)[0]!.trim().split(/\s+/);
  let phonemes = '';
  for (let i = 0; i < sounds.length; i++) {
    const sound = sounds[i]!;
    const stress = vowelStress(sound);
    if (stress === undefined) {
      // American t is a flap between a vowel and an unstressed one, but not in "button", whose n is a
      // syllable.
      const syllabicN = sounds[i + 1] === 'AH0' && sounds[i + 2] === 'N';
      const flap =
        sound === 'T' &&
        i > 0 &&
        vowelStress(sounds[i - 1]) !== undefined &&
        vowelStress(sounds[i + 1]) === 0 &&
        !syllabicN;
      const consonant = flap ? 'T' : CONSONANTS[sound];
      if (consonant === undefined)
        throw new Error(`Expected an ARPAbet sound, received "${sound}" in "${line}"`);
      phonemes += consonant;
      continue;
    }
    const name = sound.slice(0, -1);
    const next = sounds[i + 1];
    const afterConsonant = i > 0 && vowelStress(sounds[i - 1]!) === undefined;
    if (sound === 'AH0' && afterConsonant && (next === 'L' || next === 'N')) phonemes += 'ᵊ';
    else phonemes += STRESS[stress]! + ((stress === 0 ? UNSTRESSED[name] : undefined) ?? VOWELS[name]);
  }
  return phonemes;
}

/** Returns the stress of a vowel: 0 none, 1 primary, 2 secondary; undefined for a consonant. */
function vowelStress(sound: string | undefined): number | undefined {
  const digit = sound?.at(-1);
  return digit !== undefined && digit >= '0' && digit <= '2' && VOWELS[sound!.slice(0, -1)] !== undefined
    ? Number(digit)
    : undefined;
}
