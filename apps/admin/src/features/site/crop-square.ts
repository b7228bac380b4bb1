export type PictureSize = { width: number; height: number };
/** `x` and `y` place the square: 0 is the left or upper edge of the picture, 1 the opposite edge. */
export type CropSettings = { zoom: number; x: number; y: number };
export type CropArea = { left: number; top: number; side: number };

/** Computes the square in pixels of the picture. Without zoom it is as large as the picture allows. */
export function computeCropArea({ width, height }: PictureSize, { zoom, x, y }: CropSettings): CropArea {
  const cropSide = Math.min(width, height) / zoom;
  return { left: x * (width - cropSide), top: y * (height - cropSide), side: cropSide };
}
