import { encode } from 'uqr';

interface Place {
  x: number;
  y: number;
  size: number;
  /** How much of the code may be damaged: `L` 7 %, `M` 15 %. A long text needs `L` for modules that a phone can tell apart. */
  ecc?: 'L' | 'M';
}

/** In points. The white page is the quiet zone. */
export function drawQrCode(pdf: PDFKit.PDFDocument, text: string, { x, y, size, ecc = 'M' }: Place): void {
  const { data, size: modules } = encode(text, { ecc, border: 0 });
  const step = size / modules;
  for (const [row, cells] of data.entries()) {
    for (let column = 0; column < modules; column += 1) {
      const start = column;
      while (cells[column]) column += 1;
      // One rectangle for each run, because gaps between squares would show
      if (column > start) pdf.rect(x + start * step, y + row * step, (column - start) * step, step);
    }
  }
  pdf.fill('#000000');
}
