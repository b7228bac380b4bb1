import { downloadFile } from './download-file.ts';

/** Opens the printer's dialog. A browser that shows no PDF within a page saves the file instead. */
export function printFile(name: string, content: BlobPart, type: string): void {
  if (!navigator.pdfViewerEnabled) {
    downloadFile(name, content, type);
    return;
  }
  const url = URL.createObjectURL(new Blob([content], { type }));
  const printFrame = document.createElement('iframe');
  printFrame.className = 'print-frame pointer-events-none fixed size-0 border-0';
  printFrame.setAttribute('aria-hidden', 'true');
  printFrame.addEventListener('load', () => printFrame.contentWindow?.print());
  // The print dialog reads the file while it is open, so a frame stays until the next file is printed
  for (const earlierFrame of document.querySelectorAll<HTMLIFrameElement>('iframe.print-frame')) {
    URL.revokeObjectURL(earlierFrame.src);
    earlierFrame.remove();
  }
  printFrame.src = url;
  document.body.append(printFrame);
}
