import { toast } from '@institute/ui/toast.ts';
import { expect, test, vi } from 'vitest';
import { pasteHtml } from '../testing/paste-html.ts';

const picture = '<img src="https://example.org/a.jpg" alt="A">';
const linked = `<a href="https://example.org/b">${picture}</a>`;
const video = 'https://www.youtube.com/embed/abcdefghijk';

test.each([
  [
    'a picture with a link',
    `<figure class="wp-block-image">${linked}</figure>`,
    /<figure[^>]*><a href="https:\/\/example.org\/b"><img src="https:\/\/example.org\/a.jpg" alt="A"><\/a><\/figure>/,
  ],
  ['a picture with a link in a line', `<p>One ${linked} two</p>`, `<p>One</p>${linked}<p> two</p>`],
  [
    'a link of a picture and words',
    `<p><a href="/b">${picture} Hats</a></p>`,
    `<p><a href="/b">${picture} Hats</a></p>`,
  ],
  [
    'code in bold words',
    '<p><b>Dial <code>*165#</code></b></p>',
    '<p><strong>Dial <code>*165#</code></strong></p>',
  ],
  [
    'a picture in several sizes',
    `<figure><picture><source>${picture}</picture></figure>`,
    `<figure>${picture}</figure>`,
  ],
  [
    'a picture that leads to itself',
    `<figure><a href="https://example.org/a.jpg">${picture}</a></figure>`,
    `<figure>${picture}</figure>`,
  ],
  [
    'a gallery',
    `<figure class="wp-block-gallery"><figure>${picture}<figcaption>Hats</figcaption></figure><figure>${linked}</figure><figcaption>All</figcaption></figure>`,
    `<figure>${picture}<figcaption>Hats</figcaption></figure><figure>${linked}</figure><p>All</p>`,
  ],
  [
    'a pull quote',
    '<figure class="wp-block-pullquote"><blockquote><p>Good</p></blockquote></figure>',
    '<blockquote><p>Good</p></blockquote>',
  ],
  [
    'a figure of a quote',
    '<figure><blockquote><p>Good</p></blockquote><figcaption>A guest</figcaption></figure>',
    '<figure><blockquote><p>Good</p></blockquote><figcaption>A guest</figcaption></figure>',
  ],
  [
    'a video of YouTube',
    `<figure class="wp-block-embed"><div><iframe src="${video}"></iframe></div></figure>`,
    new RegExp(`<iframe [^>]*src="${video}"`),
  ],
  [
    'another video',
    '<p>See</p><iframe title="Our day" src="//player.vimeo.com/video/1"></iframe>',
    /<p>See<\/p><p><a [^>]*href="https:\/\/player.vimeo.com\/video\/1">Our day<\/a><\/p>/,
  ],
  [
    'a film with its caption',
    '<figure><video src="https://example.org/a.mp4"></video><figcaption>Our day</figcaption></figure>',
    /^<p><a [^>]*href="https:\/\/example.org\/a.mp4">[^<]*<\/a><\/p><p>Our day<\/p>$/,
  ],
  [
    'a sound',
    '<audio controls><source src="https://example.org/a.mp3"></audio>',
    /<a [^>]*href="https:\/\/example.org\/a.mp3">https:\/\/example.org\/a.mp3<\/a>/,
  ],
  ['folded words', '<details><summary>More</summary><p>Words</p></details>', '<p>More</p><p>Words</p>'],
  ['terms', '<dl><dt>Fee</dt><dt>Cost</dt><dd>300,000</dd></dl>', '<p>Fee</p><p>Cost</p><p>300,000</p>'],
  [
    'a form',
    '<form><label>Name</label><label>Phone</label><input></form><p>End</p>',
    '<p>Name</p><p>Phone</p><p>End</p>',
  ],
  ['small headings', '<h5>One</h5><h6>Two</h6>', '<h4>One</h4><h4>Two</h4>'],
])('pasted %s is not lost', (_, html, expected) => {
  const stored = pasteHtml(html).replace(/ class="[^"]*"/g, '');
  if (typeof expected === 'string') expect(stored).toBe(expected);
  else expect(stored).toMatch(expected);
});

test.each([
  [
    'Google Docs',
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr" style="line-height:1.38;"><span style="font-size:20pt;font-weight:400;font-style:normal;">Open day</span></h1><p dir="ltr"><span style="font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;">Come to </span><span style="font-weight:700;text-decoration:none;">all workshops</span><span style="font-size:0.6em;vertical-align:super;">2</span><span style="font-style:italic;font-weight:400"> today</span> <a href="https://example.org/day" style="text-decoration:none;"><span style="color:#1155cc;font-weight:400;text-decoration:underline;">our page</span></a></p><ul><li dir="ltr" style="list-style-type:disc;font-weight:400" aria-level="1"><p dir="ltr" role="presentation"><span>Tea</span></p></li></ul></b><br class="Apple-interchange-newline">`,
    '<h2>Open day</h2><p>Come to <strong>all workshops</strong><sup>2</sup><em> today</em> <a href="https://example.org/day">our page</a></p><ul><li><p>Tea</p></li></ul>',
  ],
  [
    'Word',
    `<html><body><!--StartFragment--><p class=MsoNormal><b style='mso-bidi-font-weight:normal'><span lang=EN-GB>Fees</span></b> for H<sub>2</sub>O<o:p></o:p></p><p class=MsoNormal><a href="https://example.org/b"><span style='text-decoration:none'>${picture}</span></a></p><!--EndFragment--></body></html>`,
    `<p><strong>Fees</strong> for H<sub>2</sub>O</p>${linked}`,
  ],
  [
    'Word on the web',
    '<div class="OutlineElement Ltr"><p class="Paragraph" style="font-weight:normal"><span data-contrast="auto" class="TextRun" style="font-weight:bold;"><span class="NormalTextRun">Fees</span></span><span class="TextRun" style="font-style:italic;"><span class="NormalTextRun"> are low</span></span><span class="EOP">&nbsp;</span></p></div><div class="OutlineElement Ltr"><p class="Paragraph"><span class="TextRun Underlined" style="text-decoration:underline;">Now</span></p></div>',
    '<p><strong>Fees</strong><em> are low</em>&nbsp;</p><p><u>Now</u></p>',
  ],
  [
    'WordPress',
    `<h2 class="wp-block-heading">Open day</h2><figure class="wp-block-image size-large">${picture}<figcaption class="wp-element-caption"><span style="font-weight:bold">Hats</span></figcaption></figure><figure class="wp-block-table"><table class="has-fixed-layout"><thead><tr><th>Course</th><th>Fee</th></tr></thead><tbody><tr><td>Baking</td><td>1</td></tr></tbody></table></figure><div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link" href="https://example.org/b">Apply</a></div></div>`,
    `<h2>Open day</h2><figure>${picture}<figcaption><strong>Hats</strong></figcaption></figure><figure><table><tbody><tr><th><p>Course</p></th><th><p>Fee</p></th></tr><tr><td><p>Baking</p></td><td><p>1</p></td></tr></tbody></table></figure><p><a href="https://example.org/b">Apply</a></p>`,
  ],
])('a text pasted from %s keeps its marks and has no fixed part without need', (_, html, expected) => {
  expect(pasteHtml(html).replace(/ class="[^"]*"/g, '')).toBe(expected);
});

test('fields of a pasted form are told, and its words stay', () => {
  const told = vi.spyOn(toast, 'info');
  const fields =
    '<input type="hidden" value="1"><label>Name <input></label><select><option>BSc</option></select>';
  expect(pasteHtml(`<form>${fields}<textarea>Words</textarea><button>Send</button></form>`)).toBe(
    '<p>Name</p><p>Send</p>',
  );
  expect(told.mock.calls).toEqual([['A form was pasted without its 3 fields']]);
});

test('a table of one column stays one when it is copied within the editor', () => {
  const row = (words: string) => `<tr><td><p>${words}</p></td></tr>`;
  const table = `<table><tbody>${row('One')}${row('Two')}</tbody></table>`;
  expect(pasteHtml(table.replace('<table', '<table data-pm-slice="0 0 []"'))).toBe(table);
});
