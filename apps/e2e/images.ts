import type { Locator, Page } from '@playwright/test';

export async function drawnImage(page: Page, width: number, height: number): Promise<Buffer> {
  const drawn = await page.evaluate(
    async ([w, h]) => {
      const canvas = new OffscreenCanvas(w, h);
      const pen = canvas.getContext('2d');
      for (let row = 0; row < 24; row += 1) {
        if (pen) pen.fillStyle = `#${Math.random().toString(16).slice(2, 8).padEnd(6, '0')}`;
        pen?.fillRect(0, (row * h) / 24, w, h / 24);
      }
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      return [...bytes];
    },
    [width, height] as const,
  );
  return Buffer.from(drawn);
}

export const bringImage = (way: 'drop' | 'paste', to: Locator, image: Buffer) =>
  to.evaluate(
    (element, { kind, bytes }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }));
      // The editor finds the place of a drop only inside the window.
      element.scrollIntoView({ block: 'start' });
      const { left, top } = element.getBoundingClientRect();
      const init = { bubbles: true, cancelable: true, clientX: left + 20, clientY: top + 20 };
      element.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...init, clipboardData: transfer }),
      );
    },
    { kind: way, bytes: [...image] },
  );
