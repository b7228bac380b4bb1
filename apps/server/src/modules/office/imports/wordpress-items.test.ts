import { expect, test } from 'vitest';
import { writeWordPressExport } from '../../../testing/files/wordpress-export.ts';
import { readExport } from '../../../testing/files/wordpress-items.ts';

test('titles, categories, authors and alternative texts are read as text', async () => {
  const titles = [
    ['Hair &amp; Beauty: Q&amp;A', 'Hair & Beauty: Q&A'],
    ['Director&#8217;s letter &#8211; Term&nbsp;2', 'Director’s letter – Term 2'],
    ['Title <em>With</em> <b>Mark<sup>up</sup></b>', 'Title With Markup'],
    ['Fees &lt; 1m &gt; 500k', 'Fees < 1m > 500k'],
    ['Fees < 1m<br>and <script>alert(1)</script>more', 'Fees < 1m and more'],
    ['<strong></strong>', 'Text'],
  ] as const;
  const { items, parts } = await readExport(
    writeWordPressExport({
      authors: { anna: 'Anna &amp; <i>Ben</i>', carl: 'Carl' },
      items: [
        { id: 1, type: 'attachment', attachmentUrl: 'https://old.example.ac.ug/a.jpg', alt: 'Q&amp;A' },
        ...titles.map(([title], at) => ({
          id: at + 10,
          title,
          author: at === 0 ? 'anna' : 'carl',
          thumbnail: 1,
          categories: ['Arts &amp; Crafts'],
        })),
      ],
    }),
  );
  expect(items.map(({ title }) => title)).toEqual(titles.map(([, title]) => title));
  expect(items.map(({ input }) => input.title)).toEqual(titles.map(([, title]) => title));
  expect(items[0]?.input).toMatchObject({ imageAlt: 'Q&A', content: '<p>Text</p><p>By Anna &amp; Ben</p>' });
  expect(parts.flatMap(({ leftOut }) => leftOut).map(({ what }) => what)).toEqual([
    'Category “Arts & Crafts”: these are News',
  ]);
});

test('no post is signed by a login', async () => {
  const authors = {
    root: 'Admin',
    jdoe: 'jdoe',
    web: '',
    ann: 'ann.b_2',
    mail: 'a@old.example',
    jane: 'Jane',
  };
  const { items } = await readExport(
    writeWordPressExport({
      authors,
      items: Object.keys(authors).map((author, at) => ({ id: at + 1, author })),
    }),
  );
  expect(items.map(({ input }) => input.content)).toEqual([
    ...Array.from({ length: 5 }, () => '<p>Text</p>'),
    '<p>Text</p><p>By Jane</p>',
  ]);
});

test('a gallery without ids shows the pictures of its post, in their order', async () => {
  const upload = 'https://old.example.ac.ug/wp-content/uploads';
  const pictures = [
    { id: 2, parent: 1, position: 2, attachmentUrl: `${upload}/two.jpg` },
    { id: 3, parent: 1, position: 1, attachmentUrl: `${upload}/one.jpg` },
    { id: 4, parent: 9, attachmentUrl: `${upload}/other.jpg` },
  ];
  const { items, parts } = await readExport(
    writeWordPressExport({
      items: [
        { id: 1, content: 'Pictures:\n\n[gallery columns="2"]' },
        ...pictures.map((picture) => ({ type: 'attachment', ...picture })),
      ],
    }),
  );
  expect(items[0]?.pictures).toEqual([`${upload}/one.jpg`, `${upload}/two.jpg`]);
  expect(parts.flatMap(({ leftOut }) => leftOut)).toEqual([]);
});

test('further authors of a post and recordings of podcasts are named, unless the text has them', async () => {
  const sound = 'https://old.example.ac.ug/talk.mp3';
  const addTo = (id: number, xml: string) => (file: string) =>
    file.replace(`<wp:post_id>${id}</wp:post_id>`, `$&${xml}`);
  const writeMeta = (value: string) =>
    `<wp:postmeta><wp:meta_key>enclosure</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
  const changes = [
    addTo(1, `<category domain="author" nicename="jane"><![CDATA[jane]]></category>`),
    addTo(1, `<category domain="author" nicename="cap-ben"><![CDATA[ben]]></category>`),
    addTo(2, writeMeta(`${sound}\n12345\naudio/mpeg\n`)),
    addTo(3, writeMeta(`${sound}\n12345\naudio/mpeg\n`)),
    addTo(4, `<enclosure url="${sound}" length="1" type="audio/mpeg"/>`),
  ];
  const items = [
    { id: 1, title: 'Talk', author: 'jane' },
    { id: 2, title: 'Episode' },
    { id: 3, title: 'Linked', content: `<p><a href="${sound}">Listen</a></p>` },
    { id: 4, title: 'No text', content: '' },
  ];
  const file = writeWordPressExport({ authors: { jane: 'Jane Doe', ben: 'Ben Okello' }, items });
  const { parts } = await readExport(changes.reduce((text, change) => change(text), file));
  expect(parts.flatMap(({ leftOut }) => leftOut)).toEqual([
    { what: 'Further authors', count: 1, titles: ['Talk: Ben Okello'] },
    {
      what: 'Recordings beside the text (enclosures)',
      count: 2,
      titles: [`Episode: ${sound}`, `No text: ${sound}`],
    },
    { what: 'Items without a text', count: 1, titles: ['No text'] },
  ]);
});
