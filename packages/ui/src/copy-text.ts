import { toast } from './toast.ts';

/** Copies a text, and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Copied');
  } catch {
    // Without https a browser has no clipboard for pages.
    toast.info(text, { description: 'This browser cannot copy it. Please write it down.' });
  }
}
