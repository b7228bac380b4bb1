import { documentFaults, documentLimits } from '@institute/contract/applicant-documents.constants';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { listRealFiles, readRealFile } from '../../../testing/files/real-files.ts';
import { readPageContent } from './page-content.ts';

const read = (name: string) => readPageContent({ changes: {} }, 'one', readRealFile('photos', name));

type Colour = 'red' | 'green' | 'blue' | 'black' | 'white' | 'grey';

/** A printer's colours are duller than a screen's. */
function nameColour([red = 0, green = 0, blue = 0]: number[]): Colour {
  const least = Math.min(red, green, blue);
  const most = Math.max(red, green, blue);
  if (most < 60) return 'black';
  if (least > 200) return 'white';
  if (most - least < 10) return 'grey';
  return most === red ? 'red' : most === green ? 'green' : 'blue';
}

/** From the top left to the bottom right, as one reads. */
async function readCorners(content: Buffer): Promise<Colour[]> {
  const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
  const readColour = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels;
    return nameColour([...data.subarray(start, start + info.channels)]);
  };
  const right = info.width - 9;
  const bottom = info.height - 9;
  return [readColour(8, 8), readColour(right, 8), readColour(8, bottom), readColour(right, bottom)];
}

const colours: Colour[] = ['red', 'green', 'blue', 'black'];
const size: [number, number] = [640, 400];

const photos: Record<string, { size: [number, number]; corners: Colour[] }> = {
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => [`turned-${orientation}.jpg`, { size, corners: colours }]),
  ),
  '48-megapixels.png': { size: [1600, 1200], corners: ['white', 'white', 'white', 'black'] },
  'cmyk-ghostscript.jpg': { size, corners: colours },
  'cmyk-imagemagick.jpg': { size, corners: colours },
  'grey.jpg': { size, corners: ['grey', 'grey', 'black', 'black'] },
  'libheif.avif': { size, corners: colours },
  'libwebp.webp': { size, corners: colours },
  'panorama.jpg': { size: [1600, 200], corners: colours },
  'progressive-with-restarts.jpg': { size, corners: colours },
  'restarts.jpg': { size, corners: colours },
  'screenshot.png': { size: [720, 1280], corners: ['white', 'white', 'white', 'white'] },
};

test.each(Object.entries(photos))(
  'a photo of another program becomes an upright JPEG that tells no place: %s',
  async (name, photo) => {
    const { format, content } = await read(name);
    const { width, height, space, channels, ...metadata } = await sharp(content).metadata();
    expect([format, metadata.format, space, channels]).toEqual(['jpeg', 'jpeg', 'srgb', 3]);
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc, metadata.orientation]).toEqual(
      Array(5).fill(undefined),
    );
    expect({ size: [width, height], corners: await readCorners(content) }).toEqual(photo);
    expect(content.length).toBeLessThanOrEqual(documentLimits.shrunkBytes);
  },
);

test('a photo as an iPhone takes it is refused with what to do', async () => {
  await expect(read('libheif.heic')).rejects.toThrow(documentFaults.heic);
});

test('every photo in the folder is tried', () => {
  expect([...Object.keys(photos), 'libheif.heic'].sort()).toEqual(listRealFiles('photos'));
});
