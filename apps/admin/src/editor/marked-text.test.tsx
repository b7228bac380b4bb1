import { parseTextBlocks, printTextBlocks } from '@institute/contract/text-blocks';
import { Editor } from '@tiptap/react';
import { afterEach, expect, test } from 'vitest';
import { markedTextFormat } from './marked-text.ts';

const { extensions, rules, paste, read, write } = markedTextFormat;

const opened: Editor[] = [];
afterEach(() => {
  for (const editor of opened.splice(0)) editor.destroy();
});

function openEditor(text = ''): Editor {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions,
    ...rules,
    editorProps: { ...paste },
    content: read(text),
    injectCSS: false,
  });
  opened.push(editor);
  return editor;
}

test.each([
  '',
  'One line',
  'Two\nlines\n\nand\n\n\nodd\n\n\n\ngaps  with spaces',
  '• typed by hand\n• 2 * 3 - 4 **now** <b>x</b> & ## no',
  'Hair.\n\n## You will learn\n\n- Cutting,\n  also locs\n- Nails\n\n3. Measure\n4. Cut\n\nEnd.',
])('%j is stored as it was', (text) => {
  expect(write(openEditor(text))).toBe(text);
});

const parts = [
  'Words',
  'more\nof them',
  '',
  '## Heading',
  '- one\n- two',
  '- one\n  goes on',
  '1. a\n2. b',
  '9. x',
];

test('any text reads in the editor as it reads to visitors', () => {
  // Each order of three parts
  for (const one of parts)
    for (const two of parts)
      for (const three of parts) {
        const text = [one, two, three].join('\n\n');
        expect(parseTextBlocks(write(openEditor(text))), JSON.stringify(text)).toEqual(parseTextBlocks(text));
      }
});

test('what the marks cannot say is left out: empty items, breaks in a heading, empty ends', () => {
  const editor = openEditor('## A\n\n- b\n\nend');
  editor.commands.setContent(
    '<p></p><h2>Long<br>heading</h2><ul><li><p></p></li><li><p>b<br><br>c</p></li></ul><p></p><p>d<br></p><p></p>',
  );
  expect(write(editor)).toBe('## Long heading\n\n- b\n  c\n\nd');
  expect(printTextBlocks(parseTextBlocks(write(editor)))).toBe(write(editor));
});

test.each([
  ['Learn:\n• Tea\n•Coffee\n\nBye', 'Learn:\n\n- Tea\n- Coffee\n\nBye'],
  ['## Learn\n- Tea\n1. Ask', '## Learn\n\n- Tea\n\n1. Ask'],
  ['one\ntwo', 'one\ntwo'],
])('the plain text %j is pasted with its lists', (text, stored) => {
  const editor = openEditor();
  editor.view.pasteText(text);
  expect(write(editor)).toBe(stored);
});

test('of pasted HTML headings, lists and words stay', () => {
  const editor = openEditor();
  editor.view.pasteHTML(
    '<h1>Title</h1><p>Some <b>bold</b> <a href="javascript:alert(1)">link</a></p><ul><li>a<ul><li>b</li></ul></li></ul><table><tr><td>cell</td></tr></table><img src="x" onerror="alert(1)"><script>alert(1)</script>',
  );
  const stored = write(editor);
  expect(parseTextBlocks(stored).slice(0, 3)).toEqual([
    { kind: 'heading', text: 'Title' },
    { kind: 'text', text: 'Some bold link' },
    { kind: 'list', first: null, items: ['a', 'b'] },
  ]);
  expect(stored).toContain('cell');
  expect(stored).not.toContain('alert');
});

test('a list is made while typing, and Tab does not nest it', () => {
  const editor = openEditor();
  const { view } = editor;
  for (const sign of '- Tea') {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(sign, from, to);
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, sign, insert)))
      view.dispatch(insert());
  }
  editor.commands.splitListItem('listItem');
  editor.commands.insertContent('Coffee');
  const tab = new KeyboardEvent('keydown', { key: 'Tab' });
  expect(view.someProp('handleKeyDown', (handle) => handle(view, tab))).toBeFalsy();
  expect(write(editor)).toBe('- Tea\n- Coffee');
});
