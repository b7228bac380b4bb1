import type { Site } from '@institute/contract';

const PAPER = '#fbf7ef';

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

export const manifest = ({ institute: { name, blurb } }: Site) => ({
  id: '/',
  name,
  short_name: name,
  description: blurb,
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: PAPER,
  background_color: PAPER,
  icons: [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
});
