import { downloadFile } from './download-file.ts';

/** Opens the printer's dialog. A browser that shows no PDF within a page saves the file instead. */
export function printFile(name: string, content: BlobPart, type: string): void {
  if (!navigator.pdfViewerEnabled) {
    downloadFile(name, content, type);
    return;
  }
  const url = URL.createObjectURL(new Blob([content], { type }));
  const frame = document.createElement('iframe');
  frame.className = 'print-frame pointer-events-none fixed size-0 border-0';
  frame.setAttribute('aria-hidden', 'true');
  frame.addEventListener('load', () => frame.contentWindow?.print());
  // The print dialog reads the file while it is open, so a frame stays until the next file is printed
  for (const earlierFrame of document.querySelectorAll<HTMLIFrameElement>('iframe.print-frame')) {
    URL.revokeObjectURL(earlierFrame.src);
    earlierFrame.remove();
  }
  frame.src = url;
  document.body.append(frame);
}
