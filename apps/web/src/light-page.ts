import type { ImageBytes } from '@institute/contract/page-bundle';
import { formatBytes } from '@institute/contract/text';
import { narrowedImage } from '@institute/ui/image-source.ts';

/** In pixels: wide enough for a phone. */
const IMAGE_WIDTH = 640;
/** A page that needs scripts has no light form. */
export const mayBeLight = (path: string): boolean => path !== '/registration/mine';

const attributes = `((?:[^>"]|"[^"]*")*)`;
const scripts = /<script(?=[\s>])(?![^>]*application\/ld)[^>]*>[\s\S]*?<\/script>/g;
const early = /<link rel="(?:modulepreload|preload)"[^>]*>/g;
const parts = new RegExp(
  `<(/?)(?:a|button)(?=[\\s>])${attributes}>|</?picture[^>]*>|<source ${attributes}>|<img ${attributes}>|<iframe ${attributes}></iframe>`,
  'g',
);
const images = new RegExp(`<img ${attributes}>`, 'g');

const attribute = (given: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(given)?.[1] ?? '';
const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
const imageOf = (given: string) => narrowedImage(unescaped(attribute(given, 'src')), IMAGE_WIDTH);
const escaped = (address: string) => address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * The page for light mode: without scripts and images, with the fonts of the device. It offers each image
 * with its size. An image keeps its place, so nothing jumps when it comes.
 */
export async function lightPage(page: string, nonce: string, bytesOf: ImageBytes): Promise<string> {
  const html = page.replace(scripts, '').replace(early, '');
  const shown = Array.from(html.matchAll(images), ([, given = '']) => imageOf(given));
  const linked = Array.from(
    html.matchAll(/<a (?:[^>"]|"[^"]*")*?href="([^"]+\.(?:webp|avif))"/g),
    ([, to = '']) => unescaped(to),
  );
  const addresses = [...new Set([...shown, ...linked])];
  const sizes = new Map(
    await Promise.all(addresses.map(async (address) => [address, await bytesOf(address)] as const)),
  );
  const named = (words: string, address: string) => {
    const bytes = sizes.get(address);
    return bytes ? `${words} (${formatBytes(bytes)})` : words;
  };

  // URL of the link around the image, because a link must not contain another link
  let around: string | undefined;
  return html
    .replace(parts, (part, end: string | undefined, link = '', _source, image = '', frame = '') => {
      if (part.startsWith('<img'))
        return around === undefined ? offer(image, named) : place(image, around, named);
      if (frame)
        return `<a href="${attribute(frame, 'src')}" target="_blank" rel="noopener">${attribute(frame, 'title') || 'Open'}</a>`;
      if (end === undefined) return '';
      around = end ? undefined : unescaped(attribute(link, 'href'));
      return part;
    })
    .replace('<html', '<html class="light"')
    .replace(
      '</head>',
      () => `<style>${style}</style><script nonce="${nonce}">(${showImages})()</script></head>`,
    );
}

type Named = (words: string, address: string) => string;

const look = (given: string) => `class="${attribute(given, 'class')}" style="${attribute(given, 'style')}"`;

function offer(given: string, named: Named): string {
  const [address, alt] = [imageOf(given), attribute(given, 'alt')];
  const words = `${named('Show picture', address)}${alt && `<span class="sr-only"> ${alt}</span>`}`;
  return `<a href="${escaped(address)}" data-image="${alt}" ${look(given)}><span>${words}</span></a>`;
}

/** An image inside a link. It has its size when the link leads to it. */
function place(given: string, to: string, named: Named): string {
  const words = /\.(?:webp|avif)$/.test(to) ? `<span>${named('Show picture', to)}</span>` : '';
  return `<span data-image ${look(given)}>${words}</span>`;
}

// bands of pattern are files, so stripes replace them
const style = `.light{--font-sans:"Figtree Arial","Figtree Roboto",sans-serif;--font-heading:"Bricolage Arial","Bricolage Roboto",sans-serif}
@layer base{[data-image]{display:flex;align-items:end;justify-content:center;padding:4px}
[data-image]>span{position:relative;z-index:1;display:grid;min-height:44px;place-items:center;padding:4px 10px;border-radius:12px;background:#fff;color:#1d1b16;font-size:.875rem;font-weight:600;line-height:1.2;text-align:center;text-decoration:underline}}
[data-band]{background:repeating-linear-gradient(90deg,#0f5a43 0 18px,#f2a71b 0 36px,#efe4d0 0 54px,#b8431d 0 72px)!important}`;

function showImages() {
  addEventListener('click', (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-image]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.ariaBusy) return;
    link.ariaBusy = 'true';
    const image = new Image();
    image.className = link.className;
    image.style.cssText = link.style.cssText;
    image.alt = link.dataset.image ?? '';
    image.tabIndex = -1;
    image.onload = () => {
      link.replaceWith(image);
      image.focus({ preventScroll: true });
    };
    image.onerror = () => {
      link.ariaBusy = null;
    };
    image.src = link.href;
  });
}
