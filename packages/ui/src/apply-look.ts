import { chooseBrowserBarColour, type Look, lookStyleId, writeLookStyle } from '@institute/contract/look';

/** Gives a page that is open the colours of another choice. */
export function applyLook({ colors, pattern }: Look): void {
  const newStyle = Object.assign(document.createElement('style'), { id: lookStyleId });
  const lookStyleElement = document.getElementById(lookStyleId) ?? document.head.appendChild(newStyle);
  lookStyleElement.textContent = writeLookStyle({ colors, pattern });
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', chooseBrowserBarColour(colors));
}
