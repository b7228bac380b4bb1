import type { Site } from '@institute/contract';
import type { Send } from '@institute/contract/page-bundle';

export async function framedOrigins(send: Send, origin: string): Promise<string[]> {
  const { status, body } = await send({ method: 'GET', path: '/site', headers: {}, body: undefined });
  if (status !== 200) return [];
  const { mapUrl, aboutDocumentUrl } = (body as { data: Site }).data.institute;
  const origins = [mapUrl, aboutDocumentUrl].filter(Boolean).map((url) => new URL(url, origin).origin);
  return [...new Set(origins)];
}
