export type PictureSize = { width: number; height: number };
/** `x` and `y`: from 0, the left or upper edge of the picture, to 1. */
export type Crop = { zoom: number; x: number; y: number };
export type Square = { left: number; top: number; side: number };

/** In pixels of the picture. Without zoom the square is as large as the picture lets it be. */
export function cropSquare({ width, height }: PictureSize, { zoom, x, y }: Crop): Square {
  const side = Math.min(width, height) / zoom;
  return { left: x * (width - side), top: y * (height - side), side };
}
