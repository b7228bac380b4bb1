/** In pixels. */
export const imageWidths = [320, 640, 1280, 1920] as const;
