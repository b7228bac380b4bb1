import { correction, generate } from 'lean-qr';

interface Place {
  x: number;
  y: number;
  size: number;
  /** How much of the code may be damaged: `L` 7 %, `M` 15 %. A long text needs `L` for modules that a phone can distinguish. */
  ecc?: 'L' | 'M';
}

/** In points. The white page is the quiet zone. */
export function drawQrCode(pdf: PDFKit.PDFDocument, text: string, { x, y, size, ecc = 'M' }: Place): void {
  const code = generate(text, { minCorrectionLevel: correction[ecc] });
  const step = size / code.size;
  for (let row = 0; row < code.size; row += 1) {
    for (let column = 0; column < code.size; column += 1) {
      const start = column;
      while (code.get(column, row)) column += 1;
      // One rectangle for each run, because gaps between squares would show
      if (column > start) pdf.rect(x + start * step, y + row * step, (column - start) * step, step);
    }
  }
  pdf.fill('#000000');
}
