export interface ImageSource {
  src: string;
  srcSet?: string;
  /** Widths for phones, in a smaller format. */
  avif?: string;
  /** Widths for browsers that do not know the format of `srcSet`. */
  webp?: string;
  width?: number;
  height?: number;
  colour?: string;
}

const STORED_IMAGE_PATH = /^(.*-(\d+)x(\d+)-([0-9a-f]{6})\/)\d+\.(webp|avif)$/;
/**
 * Demo images have both formats up to this width. Uploads are WebP only, because AVIF takes too long to make.
 */
const DEMO_FOLDER = '/images/demo/';
const MAX_SECOND_FORMAT_WIDTH = 640;
const IMAGE_WIDTHS = [320, 640, 1280, 1920];
const MAX_WIDTH = 1920;

/** Reads widths, size and colour from the URL of a stored image. Other URLs stay unchanged. */
export function readImageSource(url: string): ImageSource {
  const [, folder, w, h, colour, type] = STORED_IMAGE_PATH.exec(url) ?? [];
  const width = Number(w);
  const height = Number(h);
  if (!width || !height) return { src: url };

  const widths = [...new Set([...IMAGE_WIDTHS.filter((each) => each <= width), Math.min(width, MAX_WIDTH)])];
  const toSourceSet = (format = '', widest = MAX_WIDTH) =>
    widths
      .filter((each) => each <= widest)
      .map((each) => `${folder}${each}.${format} ${each}w`)
      .join(', ');
  return {
    src: url,
    srcSet: toSourceSet(type),
    ...(url.startsWith(DEMO_FOLDER) &&
      (type === 'webp'
        ? { avif: toSourceSet('avif', MAX_SECOND_FORMAT_WIDTH) }
        : { webp: toSourceSet('webp', MAX_SECOND_FORMAT_WIDTH) })),
    width,
    height,
    colour: `#${colour}`,
  };
}

/** The widest version within `width` in a format that every browser knows, else the URL itself. */
export function chooseNarrowImage(url: string, width: number): string {
  const { webp, srcSet } = readImageSource(url);
  const widthCandidates = (webp ?? srcSet)?.split(', ').map((each) => each.split(' ')) ?? [];
  const fittingCandidates = widthCandidates.filter(([, wide = '']) => Number.parseInt(wide, 10) <= width);
  return fittingCandidates.at(-1)?.[0] ?? url;
}
