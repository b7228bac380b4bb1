import { expect, test } from 'vitest';
import { openEditor, pasteHtml } from '../testing/paste-html.ts';
import { parseStoredHtml, toStoredHtml } from './editor-extensions.ts';

/** As the text would be stored, without paragraphs of items. */
const paste = (html: string): string =>
  pasteHtml(html)
    .replace(/ class="[^"]*"/g, '')
    .replace(/<li><p>([^<]*)<\/p>/g, '<li>$1');

test.each([
  [
    'an item that is an inner list only',
    '<ol><li>One</li><li>Two</li><li><ol><li>Indented</li></ol></li><li>Three</li></ol>',
    '<ol><li>One</li><li>Two<ol><li>Indented</li></ol></li><li>Three</li></ol>',
  ],
  [
    'an item of Evernote',
    '<ol><li><div>One</div></li><li style="list-style:none"><div><br></div><ol><li><div>Indented</div></li></ol></li><li><div>Two</div></li></ol>',
    '<ol><li>One<ol><li>Indented</li></ol></li><li>Two</li></ol>',
  ],
  ['a list in a list', '<ul><ul><li>One</li></ul></ul>', '<ul><li>One</li></ul>'],
  ['three lists within each other', '<ul><ul><ul><li>One</li></ul></ul></ul>', '<ul><li>One</li></ul>'],
  [
    'a list of LibreOffice that begins with an inner one',
    '<ol><ol><li><p>A</p></li></ol><li><p>One</p></li><li><p>Two</p></li></ol>',
    '<ol><li>A</li></ol><ol><li>One</li><li>Two</li></ol>',
  ],
  [
    'a list of OneNote',
    '<ol><li>One</li><ol><li>A</li><li>B</li></ol><li>Two</li><ol><li>C</li></ol></ol>',
    '<ol><li>One<ol><li>A</li><li>B</li></ol></li><li>Two<ol><li>C</li></ol></li></ol>',
  ],
  [
    'lines between items',
    '<ol><li>One</li><p>Bring a pen</p><li>Two</li>and <b>paper</b></ol>',
    '<ol><li>One<p>Bring a pen</p></li><li>Two<p>and <strong>paper</strong></p></li></ol>',
  ],
  ['words before the first item', '<ul>Bring:<li>Pen</li></ul>', '<ul><li>Bring:</li><li>Pen</li></ul>'],
  [
    'a box around items of a page builder',
    '<ul><div class="row"><li>One</li><li>Two</li></div><div><li>Three</li></div></ul>',
    '<ul><li>One</li><li>Two</li><li>Three</li></ul>',
  ],
  [
    'items without a list',
    '<div><li>One</li><li>Two</li></div><p>End</p>',
    '<ul><li>One</li><li>Two</li></ul><p>End</p>',
  ],
])('%s: no item is empty, lost or renumbered', (_, html, stored) => {
  expect(paste(html)).toBe(stored);
});

test('cards stay in their items, without an empty line above', () => {
  const picture = '<img src="https://example.org/a.png">';
  const items = [
    '<div><h3>Tailoring</h3><p>Six months</p></div>',
    '<table><tr><td>a</td><td>b</td></tr></table>',
    picture,
    '<blockquote>q</blockquote>',
    '<pre>code</pre>',
    `<figure>${picture}<figcaption>Hats</figcaption></figure>`,
  ];
  const html = items.map((item) => `<li>${item}</li>`).join('');
  const stored = paste(`<ul>${html}</ul>`);
  const page = new DOMParser().parseFromString(stored, 'text/html');
  expect([...page.querySelectorAll('li')].map((item) => item.firstElementChild?.localName)).toEqual([
    'h3',
    'table',
    'img',
    'blockquote',
    'pre',
    'figure',
  ]);
  expect(page.body.children).toHaveLength(1);
  // A stored text is opened as it is
  const editor = openEditor();
  editor.commands.setContent(parseStoredHtml(stored));
  expect(toStoredHtml(editor.getHTML())).toBe(stored);
});

test('items that are copied within the editor go on in the item where they are pasted', () => {
  const editor = openEditor();
  editor.commands.setContent(parseStoredHtml('<ul><li><p>One</p></li><li><p>Two</p></li></ul>'));
  const { dom } = editor.view.serializeForClipboard(editor.state.doc.slice(3, 13));
  editor.commands.setContent(parseStoredHtml('<ul><li><p>X</p></li></ul>'));
  editor.commands.setTextSelection(4);
  editor.view.pasteHTML(dom.innerHTML);
  expect(editor.getHTML()).toContain('<ul><li><p>XOne</p></li><li><p>Two</p></li></ul>');
});

test('below a card that begins with a heading an item with words begins', () => {
  const editor = openEditor();
  editor.commands.setContent(parseStoredHtml('<ul><li><h3>Card</h3></li></ul>'));
  editor.commands.setTextSelection(7);
  editor.commands.splitListItem('listItem');
  editor.commands.insertContent('Words');
  expect(editor.getHTML()).toContain('<ul><li><h3>Card</h3></li><li><p>Words</p></li></ul>');
});
