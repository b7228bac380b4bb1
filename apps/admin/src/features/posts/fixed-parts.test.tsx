import { Editor } from '@tiptap/react';
import { expect, onTestFinished, test } from 'vitest';
import { postParts, readParts, storedHtml } from './post-parts.ts';
import { emptyTable, runInTable } from './table-parts.ts';

function openEditor(html: string): Editor {
  const editor = new Editor({
    element: document.createElement('div'),
    extensions: postParts,
    content: readParts(html),
    injectCSS: false,
  });
  onTestFinished(() => editor.destroy());
  return editor;
}
const keep = (html: string) => storedHtml(openEditor(html).getHTML());
const kindsOf = (html: string) => (readParts(html).content ?? []).map(({ type }) => type);

test.each([
  [
    'a table',
    '<table><tbody><tr><th scope="col"><p>Fee</p></th></tr><tr><td colspan="2"><p>1</p></td></tr></tbody></table>',
    'table',
  ],
  [
    'a figure',
    '<figure><img src="/a.webp" alt="A"><figcaption>Hats <strong>in</strong> the air</figcaption></figure>',
    'figure',
  ],
  [
    'a figure with a table',
    '<figure><table><tbody><tr><td><p>1</p></td></tr></tbody></table><figcaption>Fees</figcaption></figure>',
    'figure',
  ],
  ['letters above and below the line', '<p>H<sub>2</sub>O</p>', 'fixed'],
  ['a picture with a link', '<figure><a href="/b"><img src="/a.webp" alt=""></a></figure>', 'fixed'],
  ['raised letters in a table', '<table><tbody><tr><td><sup>1</sup></td></tr></tbody></table>', 'fixed'],
  ['a numbered list with letters', '<ol type="a"><li>One</li></ol>', 'orderedList'],
])('%s is known and stored as it was', (_, html, kind) => {
  const around = `<p>Before</p>${html}<p>After</p>`;
  expect(kindsOf(around)).toEqual(['paragraph', kind, 'paragraph']);
  const stored = keep(around);
  expect(stored.replace(/<\/?p>/g, '')).toBe(around.replace(/<\/?p>/g, ''));
  expect(keep(stored)).toBe(stored);
});

test('words around a fixed part are written on, and the part stays', () => {
  const editor = openEditor('<p>One</p><p>x<sup>2</sup></p>');
  editor.commands.insertContentAt(1, 'Number ');
  expect(storedHtml(editor.getHTML())).toBe('<p>Number One</p><p>x<sup>2</sup></p>');
});

test('the head of a table is part of it', () => {
  const html =
    '<table><thead><tr><th>Course</th><th>Fee</th></tr></thead><tbody><tr><td>Baking</td><td>300,000</td></tr></tbody></table>';
  expect(kindsOf(html)).toEqual(['table']);
});

test('rows and columns are added and removed at the cursor', () => {
  const editor = openEditor('');
  editor.commands.setContent({ type: 'doc', content: [emptyTable()] });
  editor.commands.setTextSelection(4);
  const size = () => {
    const table = editor.state.doc.firstChild;
    return [table?.childCount, table?.firstChild?.childCount];
  };
  expect(size()).toEqual([3, 3]);
  runInTable(editor, 'addRow');
  runInTable(editor, 'addColumn');
  expect(size()).toEqual([4, 4]);
  runInTable(editor, 'deleteRow');
  runInTable(editor, 'deleteColumn');
  expect(size()).toEqual([3, 3]);
  runInTable(editor, 'deleteTable');
  expect(editor.getHTML()).not.toContain('<table');
});
