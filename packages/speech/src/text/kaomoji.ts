/**
 * Faces drawn with signs, such as "¯\\_(ツ)_/¯" or "(╯°□°)╯︵ ┻━┻": brackets with a sign that English does not
 * use, and arms.
 */
const FACE =
  /(?<=^|[\s.,!?])[^\s\p{Script=Latin}\d"'.,;:!?()[\]]{0,5}\((?=[^()\n]{0,16}[^\x20-\x7e\p{Script=Latin}\p{N}–—…%€£¥°©®™§])(?![^()\n]{0,16}[A-Za-z\d]{2})[^()\n]{2,16}\)[^\s\p{Script=Latin}\d"'.,;:!?[\]]{0,5}(?=$|[\s.,!?])/gu;

/** Returns the ranges of faces drawn with signs. They are not spoken. */
export function facesOfSigns(text: string): { start: number; end: number }[] {
  if (!/[^\n -~]/.test(text)) return [];
  return Array.from(text.matchAll(FACE), ({ 0: face, index }) => ({
    start: index,
    end: index + face.length,
  }));
}
