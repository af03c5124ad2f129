import { describe, expect, it } from 'vitest';
import { parseScript } from './read-script.js';

describe('Markdown', () => {
  it('has a scene per heading, defaults in the frontmatter, and fields in a fence', () => {
    const text = [
      '---\nvoice: wren\nfps: 25\nconcat: true\n---\n# Welcome all\nHello **there**,\n',
      '<!-- not\nspoken -->\n## Welcome all\n```yaml\nface: leo\ncaptions: burnt\n```\n- See [the page](https://example.org).\n',
    ].join('\n');
    expect(parseScript('talk.md', text)).toEqual({
      concat: true,
      defaults: { voice: 'wren', options: { fps: 25 } },
      scenes: [
        { id: 'welcome-all', text: 'Hello there,' },
        { id: 'welcome-all-2', text: 'See the page.', face: 'leo', options: { captions: 'burnt' } },
      ],
    });
  });

  it('is cut at rules, else at paragraphs', () => {
    const scenes = (text: string) => parseScript('a.txt', text).scenes;
    expect(scenes('One.\n\nStill one.\n---\nTwo.')).toEqual([
      { text: 'One.\n\nStill one.' },
      { text: 'Two.' },
    ]);
    expect(scenes('One.\nOn.\n\nTwo.\n')).toEqual([{ text: 'One.\nOn.' }, { text: 'Two.' }]);
  });
});

describe('YAML', () => {
  it.each([
    ['a list', '- Hello\n- text: Two\n  audio: null\n'.replace('  audio: null\n', '')],
    ['scenes', 'scenes: [Hello, {text: Two}]\n'],
    ['documents', 'text: Hello\n---\ntext: Two\n'],
  ])('as %s', (_what, text) => {
    expect(parseScript('a.yaml', text).scenes).toEqual([{ text: 'Hello' }, { text: 'Two' }]);
  });

  it.each([
    ['scenes:\n  - text: Hi\n    vioce: wren\n', 'in line 2 of the script, received vioce'],
    [
      '- text: Hi\n  audio: a.wav\n',
      'exactly one of text, audio and tts_job_id for the scene in line 1, received text and audio_path',
    ],
    ['- voice: wren\n', 'received none'],
    ['a: [\n', 'Expected YAML, received line'],
    ['', 'Expected a list of scenes'],
    ['scenes: []', 'Expected a script with scenes'],
  ])('%j is refused with what is wrong', (text, message) => {
    expect(() => parseScript('a.yaml', text)).toThrow(message);
  });
});
