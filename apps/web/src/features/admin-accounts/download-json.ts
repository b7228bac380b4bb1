/** Saves a value as a file, without an address that names it. */
export function downloadJson(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // after the browser has begun to read it
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
