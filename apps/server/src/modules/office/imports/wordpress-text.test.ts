import { expect, test } from 'vitest';
import { cleanText } from './wordpress-text.reader.ts';

const yard = 'https://old.example/wp-content/uploads/yard.jpg';

test.each([
  [
    'a gallery',
    '[gallery ids="5,6"]',
    `<figure><img src="${yard}" alt="The &quot;yard&quot;" /></figure>`,
    [],
  ],
  ['a gallery of unknown pictures', '[gallery ids="6"]', '', ['[gallery]']],
  [
    'columns of a builder',
    '[vc_row][vc_column width="1/2"]Hello <b>you</b>[vc_single_image image="5"][/vc_column][/vc_row]',
    `<p>Hello <b>you</b></p><figure><img src="${yard}" alt="The &quot;yard&quot;" /></figure>`,
    ['[vc_row]', '[vc_column]'],
  ],
  [
    'a slide with a button',
    '[et_pb_slide heading="A %22day%22 &" button_text="Go" url="https://old.example/go"]Words[/et_pb_slide]',
    '<h3>A "day" &amp;</h3><p><a href="/go">Go</a></p><p>Words</p>',
    ['[et_pb_slide]'],
  ],
  ['code of a builder', '[vc_raw_html]JTNDc2NyaXB0[/vc_raw_html] after', '<p>after</p>', ['[vc_raw_html]']],
  ['words in brackets', 'He wrote [sic], [[gallery]]', '<p>He wrote [sic], [gallery]</p>', []],
])('%s: what it shows stays, and what is left out is named', (_name, raw, html, notes) => {
  const noted: string[] = [];
  const attachments = new Map([['5', { url: yard, alt: 'The "yard"' }]]);
  const place = { base: 'https://old.example', attachments, originals: new Set([yard]) };
  expect(cleanText(raw, { ...place, note: (what) => noted.push(what) }).html).toBe(html);
  expect(noted).toEqual(notes);
});
