/** Addresses that the home page leads on to. */
export const contentLinks: Record<'about' | 'contact', string> = { about: '/about', contact: '/contact' };
