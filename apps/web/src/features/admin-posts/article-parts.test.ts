import { expect, test } from 'vitest';
import { isBeyondEditor, writtenHtml } from './article-parts.ts';

test('a video is stored as a frame', () => {
  const src = 'https://www.youtube-nocookie.com/embed/abcdefghijk';

  expect(writtenHtml(`<p>See</p><article-video src="${src}" title="Video"></article-video>`)).toBe(
    `<p>See</p><iframe allowfullscreen="" src="${src}" title="Video"></iframe>`,
  );
});

test('empty lines at the end are not stored, those between are', () => {
  expect(writtenHtml('<p>One</p><p></p><p>Two</p><p></p><p></p>')).toBe('<p>One</p><p></p><p>Two</p>');
});

test.each([
  ['<table><tbody></tbody></table>', true],
  ['<figure><img src="/a.webp"></figure>', true],
  ['<p>H<sub>2</sub>O</p>', true],
  ['<h2>Tables</h2><p>of oak</p>', false],
])('%s is beyond the editor: %s', (html, isBeyond) => {
  expect(isBeyondEditor(html)).toBe(isBeyond);
});
