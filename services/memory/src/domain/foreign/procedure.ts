/** Words of those who give rules: an ordered list of such items is numbered, but has no order. */
const ruleStart =
  /^(?:\*\*)?(?:always|never|do not|don[’']t|avoid|prefer|use|keep|must|should|no|every|all|each|only|be|ensure|make sure|you|we|our)\b/i;
/** "Name: what it is" is an entry of a list, not a step. */
const entryStart = /^[^.:\n]{1,40}(?::|\s[-–—]\s)/;
const stepWords =
  /\b(?:steps?|how to|workflow|process|procedure|release|deploy(?:ment|ing)?|set ?up|install(?:ation|ing)?|checklist|runbook|recipe|migration|rollback|onboarding|getting started|instructions|order|first|then)\b/i;

/**
 * Whether the items of an ordered list are steps of one procedure, which is only of use as a whole, or rules that
 * happen to be numbered. `above` are the headings and the sentence over it.
 */
export function isProcedure(items: readonly string[], above: readonly string[]): boolean {
  if (items.length < 2) return false;
  const share = (pattern: RegExp) => items.filter((item) => pattern.test(item)).length / items.length;
  if (share(ruleStart) > 0.5) return false;
  if (above.some((text) => stepWords.test(text))) return true;
  return share(entryStart) <= 0.5;
}
