import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readExport } from '../../../testing/files/wordpress-items.ts';
import { cleanText } from './wordpress-text.reader.ts';

const school = 'https://school.example';
const upload = `${school}/wp-content/uploads/2024/05`;
const pdf = `${upload}/fees.pdf`;
const shownPdf = `<p><a href="${pdf}" data-document>Fees</a></p>`;

test('a page that only shows a document, map, form or video has a link to it', async () => {
  const { items } = await readExport(
    await readFile(new URL('./exports/pdf-pages.xml', import.meta.url), 'utf8'),
  );
  const texts = Object.fromEntries(items.map(({ title, input }) => [title, input.content]));
  for (const title of [
    'pdf-embedder',
    'gview',
    'google-viewer',
    'embed',
    'object',
    'embedpress',
    'embedpress-block',
  ])
    expect([title, texts[title]]).toEqual([title, shownPdf]);
  const link = (href: string, words = href) => `<p><a href="${href}">${words}</a></p>`;
  expect(texts).toMatchObject({
    map: link('https://www.google.com/maps/embed?pb=x'),
    'google-form': link('https://docs.google.com/forms/d/e/x/viewform?embedded=true'),
    vimeo: link('https://player.vimeo.com/video/1'),
    video: link(`${upload}/day.mp4`, 'day.mp4'),
    audio: link(`${upload}/song.mp3`, 'song.mp3'),
  });
  expect(items.find(({ title }) => title === 'gview')?.pictures).toEqual([pdf]);
});

const player = '<iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk"></iframe>';

test.each([
  [
    'a viewer with an encoded address',
    `<iframe src="/wp-content/plugins/pdf/viewer.html?file=${encodeURIComponent(pdf)}"></iframe>`,
    shownPdf,
  ],
  ['a path of the old site', '[pdfviewer src="/wp-content/uploads/2024/05/fees.pdf"]', shownPdf],
  ['the attribute of a box', `<div class="flip" data-pdf='${pdf}'></div>`, shownPdf],
  [
    'JSON of a page builder',
    `<div data-settings='{"file":"${pdf.replaceAll('/', '\\/')}"}'></div>`,
    shownPdf,
  ],
  ['a button of a page builder', `[vc_btn link="url:${encodeURIComponent(pdf)}|target:_blank"]`, shownPdf],
  ['an object around an embed', `<object data="${pdf}"><embed src="${pdf}"></object>`, shownPdf],
  [
    'another spelling of its address',
    `[gview file="http://www.school.example/wp-content/uploads/2024/05/fees.pdf"]`,
    shownPdf,
  ],
  ['a document alone on its line', `Our fees:\n\n${pdf}\n\n`, `<p>Our fees:</p>${shownPdf}`],
  [
    'a file that has its link',
    `<!-- wp:file {"href":"${pdf}"} --><div><object data="${pdf}"></object><a href="${pdf}">All fees</a></div><!-- /wp:file -->`,
    `<p><a href="${pdf}">All fees</a></p>`,
  ],
  [
    'a frame with a title',
    '<p>Here <iframe title="Our way" src="//www.google.com/maps/embed?pb=x"></iframe></p>',
    '<p>Here  <a href="https://www.google.com/maps/embed?pb=x">Our way</a> </p>',
  ],
  [
    'a recording in two formats',
    `<video controls><source src="${upload}/day.mp4"><source src="${upload}/day.webm"></video>`,
    `<p><a href="${upload}/day.mp4">day.mp4</a></p>`,
  ],
  [
    'the shortcode of a video',
    '[video mp4="https://cdn.example/a.mp4"][/video]',
    '<p><a href="https://cdn.example/a.mp4">a.mp4</a></p>',
  ],
  [
    'a shortcode with an address alone',
    '[googlemaps https://www.google.com/maps?q=x]',
    '<p><a href="https://www.google.com/maps?q=x">https://www.google.com/maps?q=x</a></p>',
  ],
  [
    'a player that waits',
    '<iframe src="about:blank" data-src="//www.youtube.com/embed/abcdefghijk?rel=0"></iframe>',
    player,
  ],
  ['a player', '[youtube https://youtu.be/abcdefghijk]', player],
  ['a frame of the old site', `<p>Words</p><iframe src="${school}/?calendar=1"></iframe>`, '<p>Words</p>'],
  [
    'scripts and schemes of other kinds',
    '<iframe src="javascript:alert(1)//a.pdf"></iframe><embed src="data:application/pdf;base64,x.pdf">',
    '',
  ],
])('%s', (_name, raw, html) => {
  const titles = new Map([[pdf, 'Fees']]);
  const place = { base: school, attachments: new Map(), listChildren: () => [], titles };
  expect(cleanText(raw, { ...place, originals: new Set(titles.keys()), note: () => {} }).html).toBe(html);
});

test('links with and without www. or a certificate are those of the old site', async () => {
  const { items } = await readExport(
    await readFile(new URL('./exports/pdf-pages.xml', import.meta.url), 'utf8'),
  );
  const [own, plain] =
    String(items.find(({ title }) => title === 'links')?.input.content).match(/href="[^"]*fees[^"]*"/g) ?? [];
  expect([own, plain]).toEqual(['href="/fees/"', 'href="/fees/"']);
  const html = `<a href="http://www.school.example/wp-content/uploads/2024/05/fees.pdf">x</a> <a href="https://other.example/fees/">y</a>`;
  const place = {
    base: 'https://www.school.example',
    attachments: new Map(),
    listChildren: () => [],
    note: () => {},
  };
  expect(cleanText(html, { ...place, originals: new Set([pdf]) })).toEqual({
    html: `<p><a href="${pdf}">x</a> <a href="https://other.example/fees/">y</a></p>`,
    pictures: [pdf],
  });
});
