import { expect, test } from 'vitest';
import { makeVideoNode, toStoredHtml } from './editor-extensions.ts';

test('a video is stored as a frame', () => {
  const src = 'https://www.youtube-nocookie.com/embed/abcdefghijk';

  expect(toStoredHtml(`<p>See</p><post-video src="${src}" title="Video"></post-video>`)).toBe(
    `<p>See</p><iframe allowfullscreen="" src="${src}" title="Video"></iframe>`,
  );
});

test('a video keeps the second at which its link starts', () => {
  expect(makeVideoNode('https://youtu.be/abcdefghijk?t=1m30s')?.attrs.src).toBe(
    'https://www.youtube-nocookie.com/embed/abcdefghijk?start=90',
  );
  expect(makeVideoNode('https://youtu.be/abcdefghijk')?.attrs.src).toMatch(/abcdefghijk$/);
  expect(makeVideoNode('https://example.org')).toBeNull();
});

test('empty lines at the end are not stored, others are', () => {
  expect(toStoredHtml('<p>One</p><p></p><p>Two</p><p></p><p></p>')).toBe('<p>One</p><p></p><p>Two</p>');
});

test('an image is not stored before it is uploaded', () => {
  const html = '<p>One</p><img src="blob:https://institute.example/1-2" alt=""><p>Two</p>';
  expect(toStoredHtml(html)).toBe('<p>One</p><p>Two</p>');
});
