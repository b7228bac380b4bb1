import addresses from './images.json' with { type: 'json' };

/** A folder with one folder for each demo image, which holds a file for each width. */
export const DEMO_FOLDER = '/images/demo';

export const demoImages = addresses.map((url, index) => {
  const demoImageName = url.split('/').at(-2) ?? '';
  const [width = 0, height = 0] = (/-(\d+)x(\d+)-/.exec(demoImageName) ?? []).slice(1).map(Number);
  return { place: index + 1, name: demoImageName, url, width, height };
});
