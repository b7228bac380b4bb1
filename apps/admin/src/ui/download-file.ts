export function downloadFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const downloadLink = document.createElement('a');
  downloadLink.href = url;
  downloadLink.download = name;
  downloadLink.click();
  // By then the browser has begun to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
