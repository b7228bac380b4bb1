import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsQR from 'jsqr';

interface Picture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Draws a page, counted from 0, as a printer does. `scale` is dots for each point. */
export async function renderPage(pdf: Buffer, index: number, scale: number): Promise<Picture> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    const { data, width, height } = await document.getPage(index).render({ scale, render: 'bitmap' });
    return { data: Uint8Array.from(data), width, height };
  } finally {
    document.destroy();
    library.destroy();
  }
}

/** With its width in dots. */
export function readQrCode({ data, width, height }: Picture): { text: string; width: number } | undefined {
  const code = jsQR(Uint8ClampedArray.from(data), width, height);
  if (!code) return undefined;
  const { topLeftCorner: left, topRightCorner: right } = code.location;
  return { text: code.data, width: Math.hypot(right.x - left.x, right.y - left.y) };
}
