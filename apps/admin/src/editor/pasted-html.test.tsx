import { toast } from '@institute/ui/toast.ts';
import { Editor } from '@tiptap/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pasteHtml } from '../testing/paste-html.ts';
import { editorExtensions, parseStoredHtml, toStoredHtml } from './editor-extensions.ts';

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
/** Rows of a stored table. */
const storedRow = (...cells: string[]) => row(...cells.map((cell) => `<p>${cell}</p>`));
const blank = '<p class=MsoNormal><o:p>&nbsp;</o:p></p>';

test.each([
  [
    'with an empty side',
    `<p>Fill in:</p><table><tbody>${row('Name', '&nbsp;')}${row('Class', '')}${row('Date of birth', '')}</tbody></table>`,
    `<p>Fill in:</p><table><tbody>${storedRow('Name', ' ')}${storedRow('Class', '')}${storedRow('Date of birth', '')}</tbody></table>`,
  ],
  [
    'of Word, with cells to tick on the left',
    `<table class=MsoTableGrid>${row(blank, '<p class=MsoNormal>Mattress</p>')}${row(blank, '<p class=MsoNormal>Bucket</p>')}</table>`,
    `<table><tbody>${storedRow('', 'Mattress')}${storedRow('', 'Bucket')}</tbody></table>`,
  ],
  [
    'of three columns',
    `<table>${row('Maths', '', '')}${row('English', '', '')}</table>`,
    `<table><tbody>${storedRow('Maths', '', '')}${storedRow('English', '', '')}</tbody></table>`,
  ],
])('a pasted form %s stays a table', (_, html, stored) => {
  expect(
    pasteHtml(html)
      .replaceAll('&nbsp;', ' ')
      .replace(/<p> <\/p>/g, '<p></p>'),
  ).toBe(stored.replace(/<p> <\/p>/g, '<p></p>'));
});

test.each([
  [
    'of a mail with a margin',
    `<table><tr><td width="20"></td><td>Dear parents</td></tr><tr><td width="20"></td><td>Fees are due</td></tr></table>`,
  ],
  [
    'that only has a look',
    `<table role="presentation">${row('Dear parents', '')}${row('Fees are due', '')}</table>`,
  ],
])('a pasted table %s becomes lines', (_, html) => {
  expect(pasteHtml(html)).toBe('<p>Dear parents</p><p>Fees are due</p>');
});

const tickBox = (state: string) =>
  `<img src="data:image/png;base64,iVBORw0KGgo=" width="18" height="18" alt="${state}" aria-roledescription="checkbox">`;

test.each([
  [
    'Google Docs',
    `<b style="font-weight:normal" id="docs-internal-guid-0a0a"><ul><li role="checkbox" aria-checked="false">${tickBox('unchecked')}<p style="display:inline-block" role="presentation">Mattress</p></li><li role="checkbox" aria-checked="true">${tickBox('checked')}<p style="display:inline-block" role="presentation">Bucket</p></li></ul></b>`,
  ],
  [
    'GitHub',
    '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled> Mattress</li><li class="task-list-item"><input type="checkbox" checked disabled> Bucket</li></ul>',
  ],
  [
    'Notion',
    '<ul class="to-do-list"><li><div class="checkbox checkbox-off"></div><span>Mattress</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div><span>Bucket</span></li></ul>',
  ],
])('a checklist of %s is a list of its words', (_, html) => {
  const told = vi.spyOn(toast, 'info');
  expect(pasteHtml(html).replaceAll('</ul><ul>', '')).toBe(
    '<ul><li><p>Mattress</p></li><li><p>Bucket</p></li></ul>',
  );
  expect(told).not.toHaveBeenCalled();
});

test('no link leads to a footnote, a remark or a heading that did not come along', () => {
  const who = 'cite="mailto:A" datetime="2026-01-01T10:00"';
  const footnote = `<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]>[1]<![endif]></span></span></a>`;
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment-->
<p class=MsoNormal>Fees are <del ${who}><span style='mso-deleted-by:A'>800,000</span></del><ins ${who}>900,000</ins> a term${footnote}.<a style='mso-comment-reference:A_1'>x</a><span class=MsoCommentReference><span style='mso-special-character:comment'>&nbsp;<a class=msocomanchor href="#_msocom_1">[A1]</a></span></span></p>
<div style='mso-element:footnote-list'><hr><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1"><span class=MsoFootnoteReference>[1]</span></a> Without meals.<o:p></o:p></p></div></div>
<div style='mso-element:comment-list'><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>Ask the bursar first<o:p></o:p></p></div></div></div>
<!--EndFragment--></body></html>`;
  expect(pasteHtml(html)).toBe('<p>Fees are 900,000 a term[1].x</p><hr><p>[1] Without meals.</p>');
});

test.each([
  [
    'contents of Word',
    `<p class=MsoToc1><a href="#_Toc1"><span style='text-decoration:underline'>Fees</span><span style='display:none;mso-hide:screen;text-decoration:none'>......... 3</span></a></p>`,
    '<p>Fees</p>',
  ],
  ['a bookmark of a file', '<p><a href="file:///C:/Users/anna/fees.docx#_Toc1">Fees</a></p>', '<p>Fees</p>'],
  ['a heading of Google Docs', '<p><a href="#heading=h.1abc">Fees</a></p>', '<p>Fees</p>'],
  [
    'a mail program',
    `<p><a href="https://eur02.safelinks.protection.outlook.com/?url=${encodeURIComponent('https://example.org/fees')}&data=05%7Canna%40example.org">Fees</a></p>`,
    '<p><a href="https://example.org/fees">Fees</a></p>',
  ],
])('a link through %s is text, or leads to its aim', (_, html, stored) => {
  expect(pasteHtml(html)).toBe(stored);
});

test('gaps that are made of blocks stay', () => {
  const block = (words: string) => `<span style="display:block">${words}</span>`;
  expect(pasteHtml(`<p>${block('Roses')}${block('Violets')}</p>`)).toBe('<p>Roses<br>Violets</p>');
  expect(pasteHtml(`<p>Roses<span style="display:block;height:1em"></span>Violets</p>`)).toBe(
    '<p>Roses<br><br>Violets</p>',
  );
  expect(pasteHtml('<style>.l{display:block}</style><div>Roses <b class="l">Violets</b></div>')).toBe(
    '<p>Roses <br><strong>Violets</strong></p>',
  );
});

test.each([
  [
    'Google Docs',
    '<style>.c1{font-weight:700}.c2{font-style:italic}</style><p><span class="c1">Fees</span> <span class="c2">now</span></p>',
  ],
  [
    'Word',
    '<style><!-- /* Font Definitions */ @font-face {font-family:"Cambria Math";} span.Strong1 {mso-style-name:x; font-weight:bold;} span.Em1, a.Em1 {font-style:italic;} @page WordSection1 {size:595pt;} --></style><p class=MsoNormal><span class=Strong1>Fees</span> <span class=Em1>now</span></p>',
  ],
])('bold and italic words in a class of %s stay so', (_, html) => {
  expect(pasteHtml(html)).toBe('<p><strong>Fees</strong> <em>now</em></p>');
});

test('a bold cell of a spreadsheet stays so, and a class is weaker than the style of its words', () => {
  const css = 'td{font-weight:400}.xl65{font-weight:700}';
  expect(pasteHtml(`<style>${css}</style><table><tr><td class=xl65>Fee</td><td>1</td></tr></table>`)).toBe(
    `<table><tbody><tr><td><p><strong>Fee</strong></p></td><td><p>1</p></td></tr></tbody></table>`,
  );
  expect(pasteHtml(`<style>${css}</style><p><span class="xl65" style="font-weight:400">Fee</span></p>`)).toBe(
    '<p>Fee</p>',
  );
});

test('struck words of a page stay struck, also when a stored text is opened', () => {
  const html = '<p><del>900,000</del><ins>800,000</ins> <strike>a year</strike></p>';
  const stored = '<p><s>900,000</s><ins>800,000</ins> <s>a year</s></p>';
  expect(pasteHtml(html)).toBe(stored);
  const editor = new Editor({
    extensions: editorExtensions,
    content: parseStoredHtml(html),
    injectCSS: false,
  });
  onTestFinished(() => editor.destroy());
  expect(toStoredHtml(editor.getHTML())).toBe(stored);
});
