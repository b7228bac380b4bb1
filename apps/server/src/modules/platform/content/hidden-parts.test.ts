import { describe, expect, test } from 'vitest';
import { readData } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { cleanText } from '../../office/imports/wordpress-text.reader.ts';
import { cleanPostHtml } from './post-html.ts';

const remark = (body: string) => `<p>Fees</p>${body}<p>Bus</p>`;

/** Each hides the word SECRET, in the way of another program. */
const hidden: [string, string][] = [
  ['a style', remark('<p style="display: none">SECRET</p>')],
  ['a style in capitals that wins', remark('<p style="DISPLAY:NONE !important;display:block">SECRET</p>')],
  ['an encoded style', remark('<div style="display&#58;none"><p>SECRET</p></div>')],
  ['Word', "<p>Fees<span style='display:none;mso-hide:all'> SECRET</span></p><p>Bus</p>"],
  ['Outlook', remark('<div style="mso-hide:all"><p>SECRET</p></div>')],
  ['an invisible style', remark('<p style="visibility:hidden">SECRET</p>')],
  ['no size of letters', remark('<p style="font-size:0pt">SECRET <b>SECRET</b></p>')],
  ['a font of no size', remark('<p style="font:0/0 a">SECRET</p>')],
  [
    'the first line of a newsletter',
    remark('<div style="font-size:1px;color:#fff;line-height:1px;max-height:0;overflow:hidden">SECRET</div>'),
  ],
  ['no height', remark('<div style="height:0px;overflow:hidden"><p>SECRET</p></div>')],
  ['no opacity', remark('<p style="opacity:0.0">SECRET</p>')],
  [
    'links of a broken-into site',
    remark('<div style="position:absolute;left:-9876px"><a href="https://x.example">SECRET</a></div>'),
  ],
  ['an indent off the screen', remark('<p style="text-indent:-9999px">SECRET</p>')],
  [
    'a cut',
    remark(
      '<span style="position:absolute;clip:rect(0 0 0 0);height:1px;width:1px;overflow:hidden">SECRET</span>',
    ),
  ],
  ['an attribute', remark('<ul><li hidden>SECRET<li hidden="until-found">SECRET</ul>')],
  ['a row of no height', remark('<table><tr height=0><td>SECRET</td></tr></table>')],
  ['a template', remark('<template><p>SECRET</p></template>')],
  ['a closed dialog', remark('<dialog><p>SECRET</p></dialog>')],
  [
    'a class of a sheet',
    remark('<style>/* } */ @media print{.a{}} p.x, .y{display:none}</style><p class="x z">SECRET</p>'),
  ],
  [
    'a column of a spreadsheet',
    remark(
      '<table><colgroup><col><col style="display:none;width:0" span=2></colgroup><tr><td colspan=1>A</td><td>SECRET</td><td>SECRET</td></tr></table>',
    ),
  ],
  [
    'a row of a spreadsheet',
    remark('<table><tr style="display:none"><td>SECRET</td></tr><tr><td>A</td></tr></table>'),
  ],
  [
    'a remark of Word',
    remark(
      "<div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><div class=msocomtxt><p class=MsoCommentText>SECRET</p></div></div></div>",
    ),
  ],
  [
    'a remark of Word without its styles',
    remark('<p><a href="#_msoanchor_1">SECRET</a> SECRET</p><p>Bus<a href="#_msocom_1">SECRET</a></p>'),
  ],
  [
    'a remark of Google Docs',
    remark(
      '<p>Bus<sup><a href="#cmnt1" id="cmnt_ref1">SECRET</a></sup></p><div><p><a href="#cmnt_ref1" id="cmnt1">SECRET</a><span>SECRET</span></p><p>SECRET</p></div>',
    ),
  ],
  ['a remark of LibreOffice', remark('<p>Bus<span class="annotation_style_by_filter">SECRET</span></p>')],
  [
    'words that Word has struck out as a change',
    remark('<p>Bus <del cite="mailto:A" datetime="2026-01-01T10:00">SECRET</del></p>'),
  ],
  ['an older Word', remark('<p>Bus <span class="msoDel">SECRET</span></p>')],
];

/** Each has something that hides elsewhere, and is seen. */
const seen: [string, string][] = [
  [
    'words in a box without a size of letters',
    '<div style="font-size:0"><div style="font-size:13px">SEEN</div></div>',
  ],
  ['the box of a video', '<div style="height:0;overflow:hidden;padding-bottom:56%"><p>SEEN</p></div>'],
  [
    'rows of Google Docs and WordPress',
    '<table><tr style="height:0pt"><td style="height:0px">SEEN</td></tr></table>',
  ],
  ['a part that is for eyes only', '<p aria-hidden="true">SEEN</p>'],
  [
    'what is hidden on paper',
    '<style>@media print{.no-print,.x{display:none}}</style><p class="no-print">SEEN</p>',
  ],
  [
    'words in an invisible box',
    '<div style="visibility:hidden"><p style="visibility:visible">SEEN</p></div>',
  ],
  ['a style that is taken back', '<p style="display:none;display:block;opacity:0.5">SEEN</p>'],
  ['the words of a remark', "<p><a style='mso-comment-reference:AB_1'>SEEN</a></p>"],
  ['a cut that shows words', '<p style="position:absolute;clip:rect(0px,60px,200px,0px)">SEEN</p>'],
  ['words beside nothing', '<p class="x">SEEN<span style="display:none"></span></p>'],
];

const place = {
  base: 'https://old.example',
  attachments: new Map(),
  listChildren: () => [],
  originals: new Set<string>(),
  note: () => {},
};

test.each(hidden)('what is hidden by %s is in no article, written or imported', (_, html) => {
  for (const clean of [cleanPostHtml(html), cleanText(html, place).html]) {
    expect(clean).not.toContain('SECRET');
    // No empty part stays, and nothing beside it goes
    expect(clean).toMatch(/^<p>Fees ?<\/p>\s*.*<p>Bus ?<\/p>/);
    expect(clean).not.toMatch(/<(?:p|li|ul|div)[^>]*>\s*<\//);
  }
});

test.each(seen)('%s stay', (_, html) => {
  for (const clean of [cleanPostHtml(html), cleanText(html, place).html]) expect(clean).toContain('SEEN');
});

test('a picture that is hidden, or one of a single dot, is left out', () => {
  const picture = (words: string) => `<img src="https://example.org/a.png" ${words}>`;
  const html = `<p>A</p>${picture('hidden')}${picture('width="1" height="1"')}${picture('style="display:none"')}`;
  expect(cleanPostHtml(html)).toBe('<p>A</p>');
  expect(cleanPostHtml(`<div style="font-size:0">${picture('alt="B"')}</div>`)).toContain('alt="B"');
});

test('words that stand as blocks by their style stay apart', () => {
  const block = (words: string) => `<span style="display:block">${words}</span>`;
  expect(cleanPostHtml(`<p>Roses${block('are red')}\n${block('Violets')}are blue</p>`)).toBe(
    '<p>Roses<br />are red\n<br />Violets<br />are blue</p>',
  );
  expect(cleanPostHtml(`<p>${block('Alone')}</p>`)).toBe('<p>Alone</p>');
});

describe('over REST', async () => {
  const t = await useTestApp();

  test('hidden words are stored neither on create nor on change', async () => {
    const body = { title: 'T', content: hidden.map(([, html]) => html).join('') };
    const created = await readData(t.office.api.posts.create({ body }));
    await readData(t.office.api.posts.update({ params: { id: created.id }, body }));
    const rows = await t.sql<{ content: string }>('select content from posts');
    for (const { content } of rows) expect(content).not.toContain('SECRET');
  });
});
