/** For personal pages. Their URL may be secret. */
export const personal = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' };
