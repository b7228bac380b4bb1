import { mkdir, rm, writeFile } from 'node:fs/promises';
import { writeAboutDocument } from './about-document.ts';
import { alumni } from './alumni.ts';
import { buildings } from './buildings.ts';
import { bust } from './bust.ts';
import { icon, maskableIcon, partners, shareCard, squareIcon, videoThumbnail } from './emblems.ts';
import { ico, publish, render } from './encode.ts';
import { gallery } from './gallery.ts';
import { cloth, type Drawing, disc, tonalPalette } from './kit.ts';
import { scenes, slides } from './learners.ts';
import { type Portrait, people } from './people.ts';
import { posts } from './posts.ts';
import { programs } from './programs.ts';
import { rooms } from './rooms.ts';
import { poster, WIDE } from './scene.ts';

const PUBLIC = new URL('../../../apps/web/public', import.meta.url);
const SQUARE = { width: 640, height: 640 };
const ICON = { width: 512, height: 512 };

function portrait(name: string, { ground, halo, ...person }: Portrait): Drawing {
  const tones = tonalPalette(ground);
  return (
    cloth({ x: 0, y: 0, tile: 160, cols: 4, rows: 4, seed: name, palette: tones }) +
    disc(320, 330, 250, halo) +
    bust(person)
  );
}

async function makeDemoImages(): Promise<Record<string, string>> {
  const folder = new URL('images/demo/', PUBLIC);
  await rm(folder, { recursive: true, force: true });
  const index: Record<string, string> = {};
  const add = async (name: string, drawing: Drawing, size: typeof WIDE) => {
    // no link to an item of the gallery is previewed, so its address may be AVIF
    const formats = name.startsWith('gallery/') ? (['avif', 'webp'] as const) : (['webp', 'avif'] as const);
    index[name] = await publish({ name, drawing, size, folder, formats });
  };
  for (const [name, subject] of Object.entries({ ...programs, ...posts, ...gallery })) {
    await add(name, poster(name, subject), WIDE);
  }
  for (const [name, drawing] of Object.entries({ ...buildings, ...rooms, ...scenes, ...slides })) {
    await add(name, drawing, WIDE);
  }
  for (const [name, person] of Object.entries({ ...people, ...alumni })) {
    await add(name, portrait(name, person), SQUARE);
  }
  for (const [name, drawing] of Object.entries(partners)) await add(name, drawing, SQUARE);
  return Object.fromEntries(Object.entries(index).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function makeFixedImages() {
  const jpeg = { quality: 76, mozjpeg: true, chromaSubsampling: '4:4:4' };
  await render(videoThumbnail, { width: 1280, height: 720 })
    .jpeg(jpeg)
    .toFile(fileOf('images/video-thumbnail-default.jpg'));
  await render(shareCard, { width: 1200, height: 630 }).jpeg(jpeg).toFile(fileOf('images/share.jpg'));
}

async function makeIcons() {
  await mkdir(new URL('icons/', PUBLIC), { recursive: true });
  const png = (drawing: Drawing, size: number) =>
    render(drawing, ICON, { width: size, height: size }).png({ palette: true }).toBuffer();
  await writeFile(new URL('icons/icon-192.png', PUBLIC), await png(squareIcon, 192));
  await writeFile(new URL('icons/icon-512.png', PUBLIC), await png(squareIcon, 512));
  await writeFile(new URL('icons/maskable-512.png', PUBLIC), await png(maskableIcon, 512));
  await writeFile(new URL('icons/apple-touch-icon.png', PUBLIC), await png(squareIcon, 180));
  await writeFile(new URL('favicon.ico', PUBLIC), ico(await png(squareIcon, 32), 32));
  await writeFile(
    new URL('favicon.svg', PUBLIC),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${icon}</svg>\n`,
  );
}

const fileOf = (path: string) => decodeURIComponent(new URL(path, PUBLIC).pathname);

const index = await makeDemoImages();
await makeFixedImages();
await makeIcons();
await writeAboutDocument(fileOf('documents/about.pdf'));
await writeFile(
  new URL('../../../apps/server/src/demo/images.json', import.meta.url),
  `${JSON.stringify(index, null, 2)}\n`,
);
console.info(`${Object.keys(index).length} images made`);
