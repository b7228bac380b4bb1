import { Editor } from '@tiptap/react';
import { afterEach, expect, test } from 'vitest';
import { editorExtensions, parseStoredHtml, toStoredHtml, typingRules } from './editor-extensions.ts';

const opened: Editor[] = [];
afterEach(() => {
  for (const editor of opened.splice(0)) editor.destroy();
});

function openEditor(html = ''): Editor {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: editorExtensions,
    ...typingRules,
    content: parseStoredHtml(html),
    injectCSS: false,
  });
  opened.push(editor);
  return editor;
}

function type(editor: Editor, text: string): void {
  const { view } = editor;
  for (const sign of text) {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(sign, from, to);
    const isTaken = view.someProp('handleTextInput', (handle) => handle(view, from, to, sign, insert));
    if (!isTaken) view.dispatch(insert());
  }
}

const plainTexts = [
  'Dial *165*3# and enter the pay code',
  '*165*3#',
  '*165# or *185# or *272*1#',
  '2 * 3 * 4 = 24',
  'terms apply * and * again *',
  'the file __init__ and __main__ stay',
  'snake_case_name and _1_',
  '~~x~~ and ~y~ and ==z==',
  '`x` and ``` too',
  '**8**, ***, * * * and --- or ___',
  'a ![b](/c.webp) and [d](e)',
  '> no quote',
  '3 < 4 & 5 > 4 "so" \'so\' &amp; <b>',
];

test.each(plainTexts)('"%s" is stored as it is typed, and as it is pasted', (text) => {
  const typed = openEditor();
  type(typed, text);
  const pasted = openEditor();
  pasted.view.pasteText(text);

  for (const editor of [typed, pasted]) {
    expect(editor.getText()).toBe(text);
    const stored = toStoredHtml(editor.getHTML());
    expect(stored).not.toMatch(/<(?!\/?p>)/);
    const again = openEditor(stored);
    expect(again.getText()).toBe(text);
    expect(toStoredHtml(again.getHTML())).toBe(stored);
  }
});

test.each([
  ['*Open day* on Friday', '<p><strong>Open day</strong> on Friday</p>'],
  ['Come to the *Open day*', '<p>Come to the <strong>Open day</strong></p>'],
  ['*One* *two* and _three_', '<p><strong>One</strong> <strong>two</strong> and <em>three</em></p>'],
  ['Dial *165*3# for *MTN* _only_ now', '<p>Dial *165*3# for <strong>MTN</strong> <em>only</em> now</p>'],
  ['*Kyaŋŋa*', '<p><strong>Kyaŋŋa</strong></p>'],
  ['pre*fix* and *165*', '<p>pre*fix* and *165*</p>'],
  ['* spaced * and _ spaced _', '<p>* spaced * and _ spaced _</p>'],
])('the chat marks of the pasted "%s" become %s', (text, html) => {
  const editor = openEditor();
  editor.view.pasteText(text);

  expect(toStoredHtml(editor.getHTML())).toBe(html);
});

test('chat marks that are typed stay', () => {
  const editor = openEditor();
  type(editor, '*Open day* and _more_ ');

  expect(toStoredHtml(editor.getHTML())).toBe('<p>*Open day* and _more_ </p>');
});

test('lists, headings and links are made while typing', () => {
  for (const [text, html] of [
    ['- Tea', '<ul><li><p>Tea</p></li></ul>'],
    ['1. Tea', '<ol><li><p>Tea</p></li></ol>'],
    ['## Tea', '<h2>Tea</h2>'],
    ['https://example.org ', '<p><a href="https://example.org">https://example.org</a> </p>'],
  ] as const) {
    const editor = openEditor();
    type(editor, text);
    expect(toStoredHtml(editor.getHTML())).toBe(html);
  }
});
