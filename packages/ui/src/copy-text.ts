import { toast } from './toast.ts';

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Copied');
  } catch {
    // Browsers offer a clipboard only to pages over https
    toast.info(text, { description: 'This browser cannot copy it. Please write it down.' });
  }
}
