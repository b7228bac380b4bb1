import { expect, test } from 'vitest';
import { cleanText } from './wordpress-text.reader.ts';

const yard = 'https://old.example/wp-content/uploads/yard.jpg';

const forms = ['[contact-form-7]', '[wpforms]'];

test.each([
  [
    'a gallery',
    '[gallery ids="5,6"]',
    `<figure><img src="${yard}" alt="The &quot;yard&quot;" /></figure>`,
    [],
  ],
  [
    'a gallery of blocks',
    '<figure class="wp-block-gallery"><ul class="blocks-gallery-grid"><li class="blocks-gallery-item"><figure><img src="https://old.example/a.jpg" alt=""><figcaption>Hats</figcaption></figure></li></ul><figcaption class="blocks-gallery-caption">All</figcaption></figure>',
    '<figure><img src="https://old.example/a.jpg" alt="" /><figcaption>Hats</figcaption></figure><p>All</p>',
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
  [
    'a gallery without ids',
    'Before\n\n[gallery columns="2" exclude="8"]',
    `<p>Before</p><figure><img src="${yard}" alt="Own" /></figure>`,
    [],
  ],
  ['forms', '[contact-form-7 id="1" title="Contact form 1"] [wpforms id="5" title="Apply"]', '', forms],
  [
    'a form with fields',
    'Write to us.\n\n[contact-form to="a@old.example"][contact-field label="Name" text="Your name" /][/contact-form]',
    '<p>Write to us.</p>',
    ['[contact-form]', '[contact-field]'],
  ],
  [
    'unknown ones, alone on their line',
    '<p>[testimonials]</p>\n<!-- wp:shortcode -->\n[events]\n<!-- /wp:shortcode -->\n[slider]\n\n[su_note title="Odd"]Bring <b>chalk</b>[/su_note]',
    '<p>Bring <b>chalk</b></p>',
    ['[testimonials]', '[events]', '[slider]', '[su_note]'],
  ],
  [
    'a file with its button',
    '<div class="wp-block-file"><a href="https://other.example/a.pdf">Prospectus</a><a href="https://other.example/a.pdf" class="wp-block-file__button">Download</a></div>',
    '<p><a href="https://other.example/a.pdf">Prospectus</a> <a href="https://other.example/a.pdf">Download</a></p>',
    [],
  ],
  [
    'a gallery whose pictures have no address',
    '<ul class="wp-block-gallery"><li><figure><a href="#"><img alt=""></a></figure></li></ul><p>Words</p>',
    '<p>Words</p>',
    ['Pictures inside the text'],
  ],
  [
    'a link to its own page through a search engine',
    '<a href="https://www.google.com/url?q=https%3A%2F%2Fold.example%2Ffees%2F">Fees</a>',
    '<p><a href="/fees/">Fees</a></p>',
    [],
  ],
  [
    'a price that was struck out',
    '<del datetime="2026-01-01T10:00">900,000</del><ins datetime="2026-01-01T10:00">800,000</ins> <strike>a year</strike>',
    '<p><del>900,000</del><ins>800,000</ins> <s>a year</s></p>',
    [],
  ],
  [
    'parts that builders and blocks hide',
    'A\n\n[vc_row disable_element="yes"][vc_column]SECRET[/vc_column][/vc_row]\n<!-- wp:paragraph {"metadata":{"blockVisibility":false}} -->\n<p>SECRET</p>\n<!-- /wp:paragraph -->\n[et_pb_section disabled="on" x="1"]SECRET[/et_pb_section]',
    '<p>A</p>',
    ['Hidden parts and remarks', 'Hidden parts and remarks', 'Hidden parts and remarks'],
  ],
  [
    'what a style hides',
    '<p>A</p><div style="display:none">SECRET</div>',
    '<p>A</p>',
    ['Hidden parts and remarks'],
  ],
  ['words in brackets', 'He wrote [sic], [[gallery]]', '<p>He wrote [sic], [gallery]</p>', []],
])('%s: what it shows stays, and what is left out is named', (_name, raw, html, notes) => {
  const noted: string[] = [];
  const attachments = new Map([['5', { url: yard, alt: 'The "yard"' }]]);
  const own = [
    { id: '7', url: yard, alt: 'Own' },
    { id: '8', url: yard, alt: 'Left out' },
  ];
  const listChildren = (id = 'own') => (id === 'own' ? own : []);
  const place = { base: 'https://old.example', attachments, listChildren, originals: new Set([yard]) };
  expect(cleanText(raw, { ...place, note: (what) => noted.push(what) }).html).toBe(html);
  expect(noted).toEqual(notes);
});
