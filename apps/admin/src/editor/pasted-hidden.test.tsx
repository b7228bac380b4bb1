import { toast } from '@institute/ui/toast.ts';
import { expect, test, vi } from 'vitest';
import { pasteHtml } from '../testing/paste-html.ts';

const reference = (at: number) =>
  `<span class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a class=msocomanchor id="_anchor_${at}" href="#_msocom_${at}" name="_msoanchor_${at}">[AB${at}]</a><![endif]><span style='mso-special-character:comment'>&nbsp;</span></span></span>`;
const body = (at: number, words: string) =>
  `<div style='mso-element:comment'><![if !supportAnnotations]><div id="_com_${at}" class=msocomtxt language=JavaScript><![endif]><span style='mso-comment-author:"Anna B"'><a name="_msocom_${at}"></a></span><p class=MsoCommentText><span class=MsoCommentReference>&nbsp;<a href="#_msoanchor_${at}" class=msocomoff>[AB${at}]</a></span>${words}</p></div></div>`;
const list = (bodies: string) =>
  `<div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]>${bodies}</div>`;
const word = (html: string) =>
  `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><!--StartFragment-->${html}<!--EndFragment--></body></html>`;

test.each([
  [
    'of Word',
    word(
      `<p class=MsoNormal><a style='mso-comment-reference:AB_1'>Fees rise by 5%.</a>${reference(1)}</p>${list(body(1, 'Do not tell parents before the board has agreed'))}`,
    ),
    '<p>Fees rise by 5%.</p>',
    '1 remark was left out',
  ],
  [
    'and hidden words of Word',
    `<p class=MsoNormal>Fees are due.<span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[A1]</a></span><span style='display:none;mso-hide:all'> PRIVATE</span> Welcome.</p>
<div style='mso-element:comment-list'><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>Ask the bursar first</p></div></div></div>`,
    '<p>Fees are due. Welcome.</p>',
    '1 remark was left out',
  ],
  [
    'of which there are two',
    word(
      `<p class=MsoNormal>Fees${reference(1)} and bus${reference(2)}</p>${list(body(1, 'One') + body(2, 'Two'))}`,
    ),
    '<p>Fees and bus</p>',
    '2 remarks were left out',
  ],
  [
    'of Google Docs',
    '<p>Fees<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p><p>Bus<sup><a href="#cmnt2" id="cmnt_ref2">[b]</a></sup></p><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Not yet</span></p></div><div><p><a href="#cmnt_ref2" id="cmnt2">[b]</a><span>Nor this</span></p></div>',
    '<p>Fees</p><p>Bus</p>',
    '2 remarks were left out',
  ],
])('remarks %s are left out of a paste, and the editor says how many', (_, html, stored, notice) => {
  const told = vi.spyOn(toast, 'info');
  expect(pasteHtml(html)).toBe(stored);
  expect(told.mock.calls).toEqual([[notice]]);
});

test.each([
  ['of a newsletter', '<div style="display:none;max-height:0">SECRET</div><p>Seen</p>'],
  ['of a page', '<p>Seen<span hidden> SECRET</span></p>'],
  ['by a class', '<style>.x{display:none}</style><p class="x">SECRET</p><p>Seen</p>'],
  ['in a picture', '<p>Seen</p><img src="https://example.org/a.png" width="1" height="1">'],
])('hidden words %s are left out of a paste without a notice', (_, html) => {
  const told = vi.spyOn(toast, 'info');
  expect(pasteHtml(html)).toBe('<p>Seen</p>');
  expect(told).not.toHaveBeenCalled();
});

test('changes that Word tracks come as if they were accepted', () => {
  const who = 'cite="mailto:A" datetime="2026-01-01T10:00"';
  const html = `Fees are <del ${who}>800,000</del><ins ${who}>900,000</ins> a term.`;
  expect(pasteHtml(`<p class=MsoNormal>${html}</p>`)).toBe('<p>Fees are 900,000 a term.</p>');
});
