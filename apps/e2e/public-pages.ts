import type { APIRequestContext } from '@playwright/test';

/** Every public page, one of each kind of detail page. */
export const publicPages = [
  '/',
  '/about',
  '/programs',
  '/programs/1',
  '/coaches',
  '/facilities',
  '/facilities/1',
  '/registration',
  '/registration-success',
  '/registration/status',
  '/registration/mine',
  '/news',
  '/news/1',
  '/gallery',
  '/videos',
  '/alumni',
  '/contact',
  '/faq',
  '/donations',
  '/privacy',
  '/terms',
  '/newsletter',
  '/newsletter/confirm?token=unknown',
  '/newsletter/unsubscribe?token=unknown',
];

/** Unknown pages and searches without results. */
export const emptyPages = [
  '/no-such-page',
  '/programs/abc',
  '/facilities/999999',
  '/news/999999',
  '/programs?q=beekeeping',
  '/news?q=beekeeping',
  '/gallery?q=beekeeping',
  '/alumni?q=beekeeping',
];

/** The page of an unpaid donation. */
export async function donationPage(request: APIRequestContext): Promise<string> {
  const answer = await request.post('/api/v1/donations', {
    data: { name: 'Amina Story', email: 'amina.story@example.org', currency: 'UGX', amount: 5000 },
  });
  const { data } = await answer.json();
  return `/donations/${data.txRef}`;
}
