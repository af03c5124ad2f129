import { expect, it } from 'vitest';
import { compareTexts } from './compare-texts.js';
import { readText } from './read-text.js';

const compare = (a: string, b: string) => compareTexts(readText(a), readText(b));

it.each([
  ['number', 'Keep 7 backups', 'Keep 30 backups'],
  ['number', 'What is new in Python 3.1?', 'What is new in Python 3.10?'],
  ['number', 'Is -5 negative?', 'Is 5 negative?'],
  ['number', 'The limit is 5 minutes', 'The limit is 5 hours'],
  ['unit', 'It takes 5 kg', 'It takes 5 lb'],
  ['unit', 'It takes 5 mW', 'It takes 5 MW'],
  ['unit', 'Raise it by 5%', 'Raise it by 5'],
  ['unit', 'It costs 5 €', 'It costs $5'],
  ['unit', 'Cook two eggs', 'Cook two fish in it'],
  ['name', 'We deploy with Helm', 'We deploy with Kustomize'],
  ['name', 'Which laws hold in the US?', 'Which laws hold in Peru?'],
  ['identifier', 'Where is config.json?', 'Where is settings.json?'],
  ['identifier', 'What does \\d match?', 'What does \\D match?'],
  ['sign', 'What is 3 < 4 ?', 'What is 3 > 4 ?'],
  ['negation', 'Which tests pass?', "Which tests don't pass?"],
  ['opposite', 'Is it safe to eat?', 'Is it unsafe to eat?'],
  ['quantifier', 'All tests pass', 'Only tests pass'],
  ['person', 'What is my name?', 'What is your name?'],
  ['person', 'Can you help me?', 'Can I help you?'],
  ['direction', 'From Berlin to Munich', 'From Munich to Berlin'],
  ['direction', 'Did Rome attack Carthage?', 'Did Carthage attack Rome?'],
  ['direction', 'Does Ann like Ben?', 'Is Ann liked by Ben?'],
  ['direction', 'Who taught Plato?', 'Who did Plato teach?'],
  ['direction', 'Turn it on', 'Turn it off'],
  ['question', 'Why did it crash?', 'When did it crash?'],
  ['tense', 'What was planned?', 'What will be planned?'],
  ['wording', 'How do I boil rice?', 'How do I freeze rice?'],
  ['wording', 'How do I cook fish?', 'How do I cook fish in the oven?'],
])('names a difference of kind %s: %s, %s', (kind, a, b) => {
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const)
    expect(compare(one, other).differences.map((each) => each.kind)).toContain(kind);
});

it.each([
  ['What are the symptoms of diabetes?', 'What are diabetes symptoms?'],
  ['How do I centre a div?', 'How to center a div'],
  ['Requests end after 120 s', 'Requests end after 2 minutes'],
  ["What's 15 percent of 200?", 'What is 15% of 200?'],
  ['When is sunrise?', 'When does the sun rise?'],
  ['Use it in VS Code', 'Use it in Visual Studio Code'],
  ['Can I safely drink it?', 'Is it safe to drink it?'],
  ['Do capital and equity differ?', 'Do equity and capital differ?'],
])('names no difference of %s, %s', (a, b) => {
  expect(compare(a, b).differences).toEqual([]);
});

it('ignores case, white space and punctuation of the same words, but not signs', () => {
  expect(compare('How  do I reset it?', 'how do i reset it').isSameWording).toBe(true);
  expect(compare('What is integral?', 'What is integrity?').isSameWording).toBe(false);
  expect(compare('a && b', 'a || b').isSameWording).toBe(false);
});

it('takes words of languages without lists as they are', () => {
  expect(compare('如何打开深色模式？', '如何关闭深色模式？').differences).toMatchObject([
    { kind: 'wording' },
  ]);
  expect(compare('东京', '东京').isSameWording).toBe(true);
});
