import { correction, generate } from 'lean-qr';

interface QrPlace {
  x: number;
  y: number;
  size: number;
  /**
   * Share of the code that may be damaged: `L` 7 %, `M` 15 %. A long text needs `L`, so that a phone can still
   * distinguish the modules.
   */
  ecc?: 'L' | 'M';
}

/** Draws a QR code, with sizes in points. The white paper around it is the quiet zone. */
export function drawQrCode(pdf: PDFKit.PDFDocument, text: string, { x, y, size, ecc = 'M' }: QrPlace): void {
  const qrModules = generate(text, { minCorrectionLevel: correction[ecc] });
  const moduleSize = size / qrModules.size;
  for (let row = 0; row < qrModules.size; row += 1) {
    for (let moduleColumn = 0; moduleColumn < qrModules.size; moduleColumn += 1) {
      const darkRunStartColumn = moduleColumn;
      while (qrModules.get(moduleColumn, row)) moduleColumn += 1;
      // Draws one rectangle for each run of dark modules, because gaps between single squares would show
      if (moduleColumn > darkRunStartColumn)
        pdf.rect(
          x + darkRunStartColumn * moduleSize,
          y + row * moduleSize,
          (moduleColumn - darkRunStartColumn) * moduleSize,
          moduleSize,
        );
    }
  }
  pdf.fill('#000000');
}
