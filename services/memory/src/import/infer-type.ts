import type { MemoryType } from '../memory/memory.js';
import type { RawStatement } from './statements.js';

interface Rule {
  type: MemoryType;
  /** Pattern of the statement. */
  text?: RegExp;
  /** Pattern of a heading above the statement, used if no pattern matches the statement. */
  heading?: RegExp;
}

/** Matches the start of an instruction: words that forbid, demand or prefer. */
const norm =
  /^(?:important:?\s+|note:?\s+|please\s+|(?:you\s+|we\s+|i\s+|code\s+|it\s+)?(?:must|should|shall)\b|you\s+must\b)*(?:always|never|do not|don[’']t|avoid|prefer|prefers|favou?r|make sure|ensure|be sure|remember to|no|only|must|should|please)\b/i;
const imperative =
  /^(?:use|keep|write|run|add|put|name|handle|return|validate|create|include|follow|check|update|commit|push|test|document|place|wrap|log|throw|import|export|define|limit|format|format|ask|explain|respond|answer|reply|show|give|call|set|treat|store|read|read|remove|delete|split|group|sort|mock|lint|stick|start|end|stop|review|verify|mark|pin|cover|leave|let|apply|consider|focus|be)\s/i;

/** The first matching rule decides; the clearest rules come first. */
const rules: readonly Rule[] = [
  {
    type: 'decision',
    text: /\b(?:(?:we|i|they|the team|team)(?:['’]ve|\s+have|\s+has|\s+had)?\s+(?:decided|chose|chosen|agreed|picked|selected|settled|opted|went with|adopted|ruled out|rejected|switched|migrated|moved (?:from|to|away)|dropped|standardi[sz]ed)|decision:|decided (?:to|on|against|that)|(?:was|were|is|are) (?:chosen|picked|rejected|adopted|decided|replaced (?:by|with))\b|chosen (?:over|because)|instead of \S+(?: \S+)? because)/i,
  },
  {
    type: 'error',
    text: /\b(?:known (?:issue|bug|problem)|workaround|root cause|gotcha|pitfall|regression|traceback|stack trace|segfault|deadlocks?|race condition|memory leak|crash(?:es|ed)|hangs (?:at|when|if|on|after)|out of memory|OOM\b|fail(?:s|ed) (?:with|if|when|because|on|in|silently|unless|to)|breaks? (?:when|if|on|because)|does(?:n[’']t| not) work|is broken|throws (?:an? )?\S*(?:error|exception)|(?:bug|fix|fixed|error|symptom|cause):|E(?:CONN\w+|ADDRINUSE|ACCES|PERM|NOENT|MFILE)|\w+(?:Error|Exception):|exit(?:s|ed)? (?:with )?code [1-9]|flaky|times? out (?:when|if|on|because|after))/i,
  },
  {
    type: 'context',
    text: /\b(?:currently|at the moment|right now|in progress|work(?:ing)? in progress|wip\b|to ?do(?=:)|next (?:step|steps|up|sprint|release|milestone)|this (?:sprint|week|month|quarter|release)|blocked (?:by|on)|waiting (?:for|on)|deadline|planned|roadmap|(?:is|are) being (?:rewritten|migrated|replaced|deprecated|moved)|merge freeze|we are (?:building|migrating|rewriting|moving))\b/i,
  },
  {
    type: 'preference',
    text: /\b(?:i|we|user|users?|the user|the team|team|he|she|they) (?:really |strongly |usually |generally )?(?:prefers?|likes?|dislikes?|hates?|wants?|favou?rs?|loves?)\b|\bprefers\b|\bfavou?rite\b|^my (?:editor|shell|terminal|keyboard|timezone|pronouns|preferred)\b/i,
  },
  { type: 'preference', text: norm },
  {
    type: 'pattern',
    text: /^(?:when(?:ever)?|if|before|after|for (?:each|every|any|new|all)|to \w+|every|each|all)\b[^.]*(?:,|:|\b(?:must|should|has|have|uses?|calls?|needs?|goes|go|lives?|extends?|inherits?|implements?|returns?|gets?|is|are)\b)/i,
  },
  { type: 'preference', text: /\b(?:must|should)\b|^[\w-]+, not [\w-]+\.?$/i },
  {
    type: 'context',
    text: /^(?:you are (?:an?|the|my)|(?:the|this) (?:project|repo|repository|codebase) (?:is|was))\b/i,
  },
  {
    type: 'pattern',
    text: /^we (?:always |usually |generally )?(?:use|write|follow|keep|put|name|group|wrap|store)\b/i,
  },
  { type: 'pattern', text: /\b(?:pattern|convention is|by convention|idiom|follows? the|the usual way)\b/i },
  {
    type: 'entity',
    text: /\b(?:(?:is|are) (?:the|our|a|an) (?:(?!of\b)\w+[ -]){0,3}(?:team|lead|owner|maintainer|engineer|developer|designer|manager|architect|cto|ceo|customer|client|vendor|service|microservice|repository|repo|library|package|database|cluster|server|warehouse|product|company|subsidiary|department|stakeholder|contact|app|application|api|bot|person)|(?:owned|maintained|led|run|managed) by|(?:owns?|leads?|maintains?) the|reports to|works? (?:at|for|on the) |^contact for\b|^(?:the )?user(?:[’']s name)? (?:is|lives|has|was|works)\b)/i,
  },
  { type: 'preference', text: imperative },

  { type: 'decision', heading: /\b(?:decisions?|adrs?|rationale|trade-?offs?)\b/i },
  {
    type: 'error',
    heading:
      /\b(?:known (?:issues?|bugs?|problems?)|issues|bugs|gotchas?|pitfalls?|troubleshooting|debugging|common (?:errors|problems|issues|mistakes)|errors seen|lessons? learned|workarounds?)\b/i,
  },
  {
    type: 'preference',
    heading:
      /\b(?:preferences?|style|conventions?|guidelines?|rules?|standards?|do[’']?s|don[’']?ts|best practices|must|never|always|tone|naming|principles?|constraints?|requirements?)\b/i,
  },
  {
    type: 'context',
    heading:
      /\b(?:overview|context|background|about|status|progress|roadmap|goals?|focus|todos?|to-?do|next|milestones?|project brief|introduction|purpose)\b/i,
  },
  {
    type: 'pattern',
    heading: /\b(?:patterns?|workflows?|process|procedures?|how to|recipes?|playbooks?|steps)\b/i,
  },
  {
    type: 'entity',
    heading: /\b(?:team|people|contacts?|glossary|stakeholders?|services|owners?|customers?|entities|who)\b/i,
  },
];

const link = /\[([^[\]\n]*)\](?:\([^()\n]*\)|\[[^[\]\n]*\])/g;
/** Markers around words; the statement is source text. */
const emphasis = /(?<![\w*])[*_]{1,3}(?=[\w`])|(?<=[\w`.:!?])[*_]{1,3}(?![\w*])/g;

/** Infers the type of a statement that has none. Returns `otherwise` if no rule matches. */
export function inferType(statement: Omit<RawStatement, 'line'>, otherwise: MemoryType): MemoryType {
  const { headings, leadIn, form } = statement;
  if (form === 'task' || form === 'done') return 'context';
  if (form === 'procedure') return 'pattern';
  // The sentence that announces a statement is read as its start: "Never: commit secrets".
  const text = [leadIn, statement.text]
    .filter((part) => part !== null)
    .map((part) => part.replace(link, '$1').replace(emphasis, '').replace(/^`+/, ''))
    .join(': ');
  const matching = rules.find((rule) => rule.text?.test(text));
  // A table row or code block is an example; its words look like an instruction only by chance.
  if (matching && !(form === 'row' && matching.type === 'preference')) return matching.type;
  const nearest = [...headings].reverse();
  for (const heading of nearest) {
    const placed = rules.find((rule) => rule.heading?.test(heading));
    if (placed) return placed.type;
  }
  return otherwise;
}
