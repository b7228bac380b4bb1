import type { Locator, Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { bringImage, drawnImage } from '../images.ts';
import { expect, openScreen, readPublic, test } from '../story.ts';
import { findToast } from '../toasts.ts';
import { wordHtml } from '../word-html.ts';

const image = '/images/video-thumbnail-default.jpg';

async function newPost(page: Page, title: string) {
  await page.getByRole('button', { name: 'New Post' }).click();
  const form = page.getByRole('main');
  await form.getByLabel('Title').fill(title);
  return { form, text: form.getByLabel('Content') };
}

async function saved(page: Page, form: Locator, title: string) {
  await form.getByRole('button', { name: 'Publish' }).click();
  // The toast of an earlier post may still be there.
  await expect(findToast(page, 'Post created successfully').first()).toBeVisible();
  await expect(form.getByRole('link', { name: 'View', exact: true })).toBeVisible();
  await openScreen(page, '/admin/posts');
  const posts = await readPublic<{ title: string; content: string }[]>(page.request, '/posts');
  return posts.find((post) => post.title === title)?.content;
}

const aTitle = () => `Post ${process.pid}-${Date.now()}`;

test('a post is written with all tools, from a word processor, and with pasted images', async ({
  office: page,
}) => {
  await page.goto('/admin/posts');
  await test.step('a post is written with headings, lists, quotes, links, images and videos', async () => {
    const title = aTitle();
    const { form, text } = await newPost(page, title);
    const tool = (name: string) => form.getByRole('button', { name, exact: true }).click();
    const insert = async (name: string, address: string, words?: string) => {
      const dialog = page.getByRole('dialog', { name });
      if (words) await dialog.getByText('Use a web address').click();
      await dialog.getByRole('textbox', { name: /address|URL/ }).fill(address);
      if (words) await dialog.getByLabel('Alternative text').fill(words);
      await dialog.getByRole('button', { name: 'Insert' }).click();
      await expect(dialog).toBeHidden();
    };

    await text.click();
    await tool('Heading');
    await text.pressSequentially('Two prizes');
    await expect(form.getByRole('button', { name: 'Heading', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await text.press('Enter');
    await tool('Bullet list');
    await expect(form.getByRole('button', { name: 'Bullet list', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await text.pressSequentially('Bread');
    await text.press('Enter');
    await text.press('Enter');
    await tool('Quote');
    await text.pressSequentially('Well done');
    await text.press('Enter');
    await text.press('Enter');
    await text.press('Control+b');
    await text.pressSequentially('See ');
    await text.press('Control+b');
    await tool('Link');
    await insert('Insert link', 'example.org/prizes');
    await tool('Insert picture');
    await insert('Insert picture', image, 'The winners');
    await tool('Insert video');
    await insert('Insert video', 'https://youtu.be/abcdefghijk');

    const content = await saved(page, form, title);
    expect(content).toContain('<h2>Two prizes</h2>');
    expect(content).toMatch(/<ul><li><p>Bread<\/p><\/li><\/ul>/);
    expect(content).toContain('<blockquote><p>Well done</p></blockquote>');
    expect(content).toContain('<strong>See </strong>');
    expect(content).toMatch(/<a href="https:\/\/example\.org\/prizes"[^>]*>example\.org\/prizes<\/a>/);
    expect(content).toMatch(/<img src="\/images\/video-thumbnail-default\.jpg" alt="The winners"/);
    expect(content).toMatch(/<iframe [^>]*src="https:\/\/www\.youtube-nocookie\.com\/embed\/abcdefghijk"/);
  });

  await test.step('visitors read the stars of a pay code, and lists by numbers and letters', async () => {
    const title = aTitle();
    const { form, text } = await newPost(page, title);
    await text.click();
    await text.pressSequentially('Dial *165*3# and enter the pay code, 2 * 3 * 4 times');
    await text.press('Enter');
    const kinds = ['a', 'A', 'i', 'I'].map((type) => `<ol type="${type}"><li>${type}</li></ol>`);
    await paste(text, { html: `<ol><li>1</li></ol><p>Or</p>${kinds.join('<p>Or</p>')}` });
    await form.getByRole('button', { name: 'Publish' }).click();
    await expect(form.getByRole('link', { name: 'View', exact: true })).toBeVisible();

    const [post] = await readPublic<{ id: number }[]>(page.request, '/posts');
    const read = await page.request.get(`/news/${post?.id}`);
    expect(await read.text()).toContain('Dial *165*3# and enter the pay code, 2 * 3 * 4 times');
    await page.goto(`/news/${post?.id}`);
    const marks = page
      .locator('.prose ol')
      .evaluateAll((lists) => lists.map((list) => getComputedStyle(list).listStyleType));
    expect(await marks).toEqual(['decimal', 'lower-alpha', 'upper-alpha', 'lower-roman', 'upper-roman']);
    await page.goto('/admin/posts');
  });

  await test.step('images that are pasted, dropped or come from Word are uploaded and placed', async () => {
    const title = aTitle();
    const { form, text } = await newPost(page, title);
    await text.click();
    const images = text.locator('img[src*="/uploads/"]');
    const rtf = (image: Buffer) => `{\\rtf1{\\*\\shppict{\\pict\\pngblip ${image.toString('hex')}}}}`;
    await paste(text, { html: wordHtml, rtf: rtf(await drawnImage(page, 60, 40)) });
    await expect(images).toHaveCount(1);
    await bringImage('paste', text, await drawnImage(page, 60, 40));
    await expect(images).toHaveCount(2);
    await bringImage('drop', text, await drawnImage(page, 60, 40));
    await expect(images).toHaveCount(3);

    const content = await saved(page, form, title);
    expect(content).toContain('<h2>Open day</h2>');
    expect(content?.match(/<img src="[^"]*\/uploads\/[^"]+"/g)).toHaveLength(3);
    expect(content).toMatch(/our page<\/a>\.<\/p>.*<img /s);
    expect(content).not.toMatch(/blob:|file:|data:/);
  });
});

test('on a phone with the keyboard open the tools stay within reach of a long text', async ({
  office: page,
}) => {
  await page.setViewportSize({ width: 390, height: 420 });
  await page.goto('/admin/posts/new');
  const text = page.getByLabel('Content');
  await text.click();
  await paste(text, { html: '<p>One more line of the text.</p>'.repeat(60) });
  await text.press('Control+End');
  await page.keyboard.type('The end');
  await expect(page.getByText('The end')).toBeInViewport();
  const bold = page.getByRole('button', { name: 'Bold' });
  await expect(bold).toBeInViewport({ ratio: 1 });
  const isOnTop = await bold.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isOnTop).toBe(true);
  await expect(page.getByText(/^36\d words$/)).toHaveCount(1);
  await expectClean(page, 'a post with the keyboard open');
});

const paste = (text: Locator, { html, rtf = '' }: { html: string; rtf?: string }) =>
  text.evaluate(
    (field, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', pasted.html);
      if (pasted.rtf) clipboardData.setData('text/rtf', pasted.rtf);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { html, rtf },
  );

test.describe('a text that becomes HTML', () => {
  test.use({ expectedInConsole: /Trusted ?(?:Types?|HTML|Script|ScriptURL)/ });

  test('the admin area refuses it, and a policy that would allow it, while the editor works', async ({
    office: page,
  }) => {
    const title = aTitle();
    await page.goto('/admin/posts');
    const { form, text } = await newPost(page, title);
    await paste(text, { html: '<p>Pasted <b>boldly</b></p>' });
    await expect(text.locator('strong')).toHaveText('boldly');

    const refused = await page.evaluate(() => {
      const element = document.createElement('div');
      const script = document.createElement('script');
      // TypeScript has no types for trusted types.
      const policies = Reflect.get(window, 'trustedTypes') as {
        createPolicy(name: string, rules: object): object;
      };
      const ways = {
        innerHTML: () => Object.assign(element, { innerHTML: '<img src=x onerror=stolen()>' }),
        insertAdjacentHTML: () => element.insertAdjacentHTML('beforeend', '<b>x</b>'),
        srcdoc: () => Object.assign(document.createElement('iframe'), { srcdoc: '<b>x</b>' }),
        script: () => Object.assign(script, { text: 'stolen()' }),
        source: () => Object.assign(script, { src: '/assets/x.js' }),
        parser: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
        'a policy': () => policies.createPolicy('mine', {}),
        'the same policy': () => policies.createPolicy('institute', {}),
      };
      return Object.entries(ways).filter(([, way]) => {
        try {
          way();
          return false;
        } catch (error) {
          return error instanceof TypeError;
        }
      });
    });
    expect(refused.map(([name]) => name)).toEqual([
      'innerHTML',
      'insertAdjacentHTML',
      'srcdoc',
      'script',
      'source',
      'parser',
      'a policy',
      'the same policy',
    ]);
    expect(await saved(page, form, title)).toBe('<p>Pasted <strong>boldly</strong></p>');
  });
});
