import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AboutDocument } from './about-document.tsx';

test('the viewer is 600 px high with and without a document', () => {
  const empty = renderToStaticMarkup(<AboutDocument url="" />);
  const given = renderToStaticMarkup(<AboutDocument url="https://files.example/about.pdf" />);

  expect(empty).toContain('h-[600px]');
  expect(empty).toContain('The document is not available yet.');
  expect(empty).not.toContain('<iframe');
  expect(given).toMatch(/<iframe src="https:\/\/files\.example\/about\.pdf"[^>]*h-\[600px\]/);
  expect(given).toContain('loading="lazy"');
});
