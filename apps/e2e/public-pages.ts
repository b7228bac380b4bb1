import type { APIRequestContext } from '@playwright/test';

/** Pages that the sitemap leaves out. */
const personalPages = [
  '/registration-success',
  '/registration/status',
  '/registration/documents',
  '/registration/mine',
  '/fees',
  '/newsletter',
  '/newsletter/confirm?token=unknown',
  '/newsletter/unsubscribe?token=unknown',
];

export async function readSitemap(request: APIRequestContext): Promise<string[]> {
  const answer = await request.get('/sitemap.xml');
  return Array.from((await answer.text()).matchAll(/<loc>(.*?)<\/loc>/g), ([, address = '']) => address);
}

export async function publicPages(request: APIRequestContext): Promise<string[]> {
  const paths = (await readSitemap(request)).map((address) => new URL(address).pathname);
  // One item of each kind
  const isFirst = (path: string) => !/\/\d+$/.test(path) || path.endsWith('/1');
  return [...paths.filter(isFirst), ...personalPages, await donationPage(request)];
}

export async function donationPage(request: APIRequestContext): Promise<string> {
  const answer = await request.post('/api/v1/donations', {
    data: { name: 'Amina Story', email: 'amina.story@example.org', currency: 'UGX', amount: 5000 },
  });
  const { data } = await answer.json();
  return `/donations/${data.txRef}`;
}
