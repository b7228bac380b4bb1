export interface PictureSource {
  src: string;
  srcSet?: string;
  /** Size of the original. */
  width?: number;
  height?: number;
  /** Its average colour, shown while it loads. */
  colour?: string;
}

const STORED = /^(.*-(\d+)x(\d+)-([0-9a-f]{6})\/)\d+\.(webp|avif)$/;
const WIDTHS = [320, 640, 1280, 1920];
const WIDEST = 1920;

/** What the address of a stored picture tells about it; addresses of other makes come back as they are. */
export function pictureSource(url: string): PictureSource {
  const [, folder, w, h, colour, type] = STORED.exec(url) ?? [];
  const [width, height] = [Number(w), Number(h)];
  if (!width || !height) return { src: url };

  const widths = [...new Set([...WIDTHS.filter((each) => each <= width), Math.min(width, WIDEST)])];
  const srcSet = widths.map((each) => `${folder}${each}.${type} ${each}w`).join(', ');
  return { src: url, srcSet, width, height, colour: `#${colour}` };
}

/** The same picture no wider than `width`, where there is such a one. */
export function narrowedPicture(url: string, width: number): string {
  const candidates =
    pictureSource(url)
      .srcSet?.split(', ')
      .map((each) => each.split(' ')) ?? [];
  const fitting = candidates.filter(([, wide = '']) => Number.parseInt(wide, 10) <= width);
  return fitting.at(-1)?.[0] ?? url;
}
