import { PDFiumLibrary } from '@hyzyla/pdfium';
import { scanRGBABuffer } from '@undecaf/zbar-wasm';

export interface Picture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Draws each page as a printer does. `scale` is dots for each point. */
export async function renderPages(pdf: Buffer, scale: number): Promise<Picture[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    const pictures: Picture[] = [];
    for (const page of document.pages()) {
      const { data, width, height } = await page.render({ scale, render: 'bitmap' });
      pictures.push({ data: Uint8Array.from(data), width, height });
    }
    return pictures;
  } finally {
    document.destroy();
    library.destroy();
  }
}

export async function renderFirstPage(pdf: Buffer, scale: number): Promise<Picture> {
  const [page] = await renderPages(pdf, scale);
  if (!page) throw new Error('There is no page');
  return page;
}

/** The code that ZBar reads, with its width in dots. */
export async function readQrCode({ data, width, height }: Picture) {
  const [code] = await scanRGBABuffer(data.slice().buffer, width, height);
  if (!code) return undefined;
  const across = code.points.map(({ x }) => x);
  return { text: code.decode('utf-8'), width: Math.max(...across) - Math.min(...across) };
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How many dots of the box are dark. */
export function countInk({ data, width }: Picture, { left, top, right, bottom }: Box): number {
  let dots = 0;
  for (let y = Math.floor(top); y < bottom; y += 1) {
    for (let x = Math.floor(left); x < right; x += 1) {
      if ((data[4 * (y * width + x)] ?? 255) < 128) dots += 1;
    }
  }
  return dots;
}
