/** Widths in which stored pictures are offered, in pixels. */
export const pictureWidths = [320, 640, 1280, 1920] as const;
